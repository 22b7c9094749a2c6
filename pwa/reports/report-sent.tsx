import { useState } from 'react';
import { getReport } from '../../sync/queries/reports.ts';
import { BlockDialog } from '../blocks/block-dialog.tsx';
import { blockedName } from '../blocks/blocked-name.ts';
import { BLOCK_TEXTS } from '../blocks/texts.ts';
import { useBlockActions } from '../blocks/use-block-actions.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { formatDate } from '../dates/format-date.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { RowChip } from '../sync-tray/row-chip.tsx';
import type { Reporting } from './reporting.ts';
import { REPORT_TEXTS } from './texts.ts';

const { sent: TEXTS } = REPORT_TEXTS;

/** After a report: its number once the server has it, and the offer to block the person. */
export function ReportSent({ id, person, onClose }: { id: string; person: Reporting['person']; onClose: () => void }) {
  const store = useStore();
  const card = useLive(() => getReport(store, id), [store, id]);
  const { block } = useBlockActions();
  const [asking, setAsking] = useState(false);
  const name = person && blockedName({ name: person.name, blockedId: person.id });
  if (asking && name) {
    return (
      <BlockDialog
        open
        name={name}
        shortName={name}
        isPartner={person.isPartner}
        onConfirm={() => {
          onClose();
          void block({ id: person.id }, name);
        }}
        onClose={onClose}
      />
    );
  }
  const report = card?.report;
  const number = report?.number ?? null;
  return (
    <Dialog
      open
      size="question"
      onClose={onClose}
      title={number === null ? TEXTS.waits : TEXTS.title}
      foot={
        <>
          {name && (
            <Button tone="quiet" icon="block" onClick={() => setAsking(true)}>
              {BLOCK_TEXTS.blockOf(name)}
            </Button>
          )}
          <Button onClick={onClose}>{TEXTS.done}</Button>
        </>
      }
    >
      {report && number !== null ? (
        <p role="status" className="text-ink-2">
          {TEXTS.number(number)} {TEXTS.decides(formatDate(deviceDay(Date.parse(report.dueAt))))}
        </p>
      ) : (
        <>
          <p className="mb-2 text-ink-2">{TEXTS.waitsAbout}</p>
          {card && <RowChip sync={card.sync} entityId={id} />}
        </>
      )}
    </Dialog>
  );
}
