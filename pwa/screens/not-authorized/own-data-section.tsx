import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ExportOutside } from '../../data-export/export-outside.tsx';
import { showError, showToast } from '../../components/toast-store.ts';
import { countShown, deleteAll, goPrivate, type OwnData, readOwnData } from './own-data.ts';
import { OWN_DATA_TEXTS } from './texts.ts';

type Step = { at: 'start' | 'reading' | 'nothing' } | { at: 'shown' | 'asking' | 'hiding' | 'deleting'; data: OwnData };

/** Lets a person without beta access review, hide, download and delete their data (R170). */
export function OwnDataSection({ userId }: { userId: string }) {
  const [step, setStep] = useState<Step>({ at: 'start' });

  const read = async () => {
    setStep({ at: 'reading' });
    try {
      const data = await readOwnData(userId);
      setStep(data ? { at: 'shown', data } : { at: 'nothing' });
    } catch {
      setStep({ at: 'start' });
      showError(OWN_DATA_TEXTS.failed);
    }
  };
  const act = async (at: 'hiding' | 'deleting', data: OwnData) => {
    setStep({ at, data });
    try {
      await (at === 'hiding' ? goPrivate : deleteAll)(userId, data);
      showToast({ description: at === 'hiding' ? OWN_DATA_TEXTS.hidden : OWN_DATA_TEXTS.deleted });
    } catch {
      showError(OWN_DATA_TEXTS.failed);
    }
    // Even after a failure, part of the work may be done: read what remains.
    await read();
  };

  return (
    <section aria-labelledby="own-data" className="grid gap-4 border-t border-line pt-6">
      <h2 id="own-data" tabIndex={-1}>
        {OWN_DATA_TEXTS.title}
      </h2>
      {step.at === 'nothing' && <p className="text-ink-2">{OWN_DATA_TEXTS.nothing}</p>}
      {(step.at === 'start' || step.at === 'reading') && (
        <>
          <p className="text-ink-2">{OWN_DATA_TEXTS.description}</p>
          <div>
            <Button onClick={() => void read()} pending={step.at === 'reading' && OWN_DATA_TEXTS.reading}>
              {OWN_DATA_TEXTS.review}
            </Button>
          </div>
        </>
      )}
      {'data' in step && (
        <>
          <p className="text-ink-2">{OWN_DATA_TEXTS.holds(step.data)}</p>
          <p className="text-ink-2">{OWN_DATA_TEXTS.shown(countShown(step.data))}</p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void act('hiding', step.data)} pending={step.at === 'hiding' && OWN_DATA_TEXTS.hiding}>
              {OWN_DATA_TEXTS.hide}
            </Button>
            <Button onClick={() => setStep({ at: 'asking', data: step.data })} pending={step.at === 'deleting' && OWN_DATA_TEXTS.deleting}>
              {OWN_DATA_TEXTS.delete}
            </Button>
          </div>
          <ExportOutside userId={userId} />
          <ConfirmDialog
            open={step.at === 'asking'}
            title={OWN_DATA_TEXTS.deleteTitle}
            confirmLabel={OWN_DATA_TEXTS.delete}
            danger
            onConfirm={() => void act('deleting', step.data)}
            onClose={() => setStep({ at: 'shown', data: step.data })}
          >
            {OWN_DATA_TEXTS.deleteAsk}
          </ConfirmDialog>
        </>
      )}
    </section>
  );
}
