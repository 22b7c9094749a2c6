import type { ReactNode } from 'react';
import type { Cue } from '../../../api/contract/entities/cue.ts';
import type { CueCard } from '../../../sync/queries/cues.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DifficultyBars } from '../../components/difficulty-bars.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Steps } from '../../components/steps.tsx';
import { ReportButton } from '../../reports/report-button.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { importedIds, sharedCues } from './community-cues.ts';
import { creatorOfOwn, creatorOfShared } from './creator-words.ts';
import { ImportButton } from './import-button.tsx';
import { TEXTS } from './texts.ts';
import { useSharedCues } from './use-shared-cues.ts';
import { VisibilityMark } from './visibility-mark.tsx';

export interface CueDialogProps {
  id: string;
  /** The person's own cues; undefined while loading. */
  own: readonly CueCard[] | undefined;
  /** Authors of imported cues, by the original's id. */
  creators: ReadonlyMap<string, string>;
  onClose: () => void;
  onEdit: (id: string) => void;
}

/** Shows a cue with all its steps: the person's own, or one of the community before it is imported (R216). */
export function CueDialog({ id, own, creators, onClose, onEdit }: CueDialogProps) {
  if (!own) return null;
  const card = own.find(({ cue }) => cue.id === id);
  if (!card) return <SharedCueDialog {...{ id, onClose }} own={own.map(({ cue }) => cue)} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={card.cue.name}
      foot={
        <Button tone="primary" icon="edit" onClick={() => onEdit(id)}>
          {TEXTS.edit}
        </Button>
      }
    >
      <WholeCue cue={card.cue} creator={creatorOfOwn(card.cue, creators)} chip={<RowChip sync={card.sync} entityId={id} />} />
    </Dialog>
  );
}

function SharedCueDialog({ id, own, onClose }: { id: string; own: readonly Cue[]; onClose: () => void }) {
  const { userId } = useStore();
  const { lists, failure } = useSharedCues();
  const shared = sharedCues(lists ?? [], own, userId).find(({ cue }) => cue.id === id);
  if (!shared) {
    return (
      <Dialog open onClose={onClose} title={TEXTS.title}>
        {lists || failure ? <p>{TEXTS.editDialog.gone}</p> : <Skeleton text={TEXTS.loading} rows={1} />}
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={shared.cue.name}
      foot={<ImportButton tone="primary" cue={shared.cue} imported={importedIds(own).has(id)} />}
    >
      <WholeCue cue={shared.cue} creator={creatorOfShared(shared)} />
      <div className="-ms-3 mt-6">
        <ReportButton
          reporting={{
            subject: 'cue',
            subjectId: shared.cue.id,
            title: shared.cue.name,
            person: { id: shared.cue.ownerId, name: shared.creatorName, isPartner: null },
          }}
        />
      </div>
    </Dialog>
  );
}

function WholeCue({ cue, creator, chip }: { cue: Cue; creator: string; chip?: ReactNode }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-15 text-ink-2">
        <DifficultyBars difficulty={cue.difficulty} />
        <span>{cue.sport}</span>
        <VisibilityMark visibility={cue.visibility} />
      </p>
      {creator && <p className="mt-1 text-15 text-ink-3">{creator}</p>}
      {chip && <div className="mt-3 empty:hidden">{chip}</div>}
      {cue.description && (
        <p dir="auto" className="mt-4 whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
          {cue.description}
        </p>
      )}
      <h3 className="mt-6">{TEXTS.fields.steps}</h3>
      {cue.steps.length > 0 ? <Steps steps={cue.steps} className="mt-3" /> : <p className="mt-2 text-ink-2">{TEXTS.noSteps}</p>}
    </>
  );
}
