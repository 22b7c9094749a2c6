import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { showError, showToast } from '../../components/toast-store.ts';
import { asFile, countShown, deleteAll, goPrivate, type OwnData, readOwnData } from './own-data.ts';
import { ownDataTexts as texts } from './texts.ts';

type Step = { at: 'start' | 'reading' | 'nothing' } | { at: 'shown' | 'asking' | 'hiding' | 'deleting'; data: OwnData };

/** What someone whose beta access was removed can still do with their data (R170). */
export function OwnDataSection({ userId }: { userId: string }) {
  const [step, setStep] = useState<Step>({ at: 'start' });

  const read = async () => {
    setStep({ at: 'reading' });
    try {
      const data = await readOwnData(userId);
      setStep(data ? { at: 'shown', data } : { at: 'nothing' });
    } catch {
      setStep({ at: 'start' });
      showError(texts.failed);
    }
  };
  const act = async (at: 'hiding' | 'deleting', data: OwnData) => {
    setStep({ at, data });
    try {
      await (at === 'hiding' ? goPrivate : deleteAll)(userId, data);
      showToast({ description: at === 'hiding' ? texts.hidden : texts.deleted });
    } catch {
      showError(texts.failed);
    }
    // Part of it may be done, so read the rest.
    await read();
  };

  return (
    <section aria-labelledby="own-data" className="grid gap-4 border-t border-line pt-6">
      <h2 id="own-data">{texts.title}</h2>
      {step.at === 'nothing' && <p className="text-ink-2">{texts.nothing}</p>}
      {(step.at === 'start' || step.at === 'reading') && (
        <>
          <p className="text-ink-2">{texts.description}</p>
          <div>
            <Button onClick={() => void read()} pending={step.at === 'reading' && texts.reading}>
              {texts.review}
            </Button>
          </div>
        </>
      )}
      {'data' in step && (
        <>
          <p className="text-ink-2">{texts.holds(step.data)}</p>
          <p className="text-ink-2">{texts.shown(countShown(step.data))}</p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void act('hiding', step.data)} pending={step.at === 'hiding' && texts.hiding}>
              {texts.hide}
            </Button>
            <Button onClick={() => download(step.data)}>{texts.download}</Button>
            <Button onClick={() => setStep({ at: 'asking', data: step.data })} pending={step.at === 'deleting' && texts.deleting}>
              {texts.delete}
            </Button>
          </div>
          <ConfirmDialog
            open={step.at === 'asking'}
            title={texts.deleteTitle}
            confirmLabel={texts.delete}
            danger
            onConfirm={() => void act('deleting', step.data)}
            onClose={() => setStep({ at: 'shown', data: step.data })}
          >
            {texts.deleteAsk}
          </ConfirmDialog>
        </>
      )}
    </section>
  );
}

function download(data: OwnData) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(asFile(data));
  link.download = 'longline-data.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
