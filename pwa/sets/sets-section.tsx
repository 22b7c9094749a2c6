import { lazy } from 'react';
import { listSets } from '../../sync/queries/sets.ts';
import { Button } from '../components/button.tsx';
import { DialogBoundary } from '../components/dialog-boundary.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { FieldLink } from '../field/field-link.tsx';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { SetLine } from './set-line.tsx';
import { SET_TEXTS as TEXTS } from './texts.ts';
import { useSetActions } from './use-set-actions.ts';

// Loaded on demand: the dialog needs the schemas, which the page does not.
const AddExerciseDialog = lazy(async () => ({ default: (await import('./add-exercise-dialog.tsx')).AddExerciseDialog }));

/** The sets of one session. Its owner counts here; partners see the results (R345). */
export function SetsSection({ videoId, isMine }: { videoId: string; isMine: boolean }) {
  const store = useStore();
  const sets = useLive(() => listSets(store, videoId), [store, videoId]);
  const own = useSetActions();
  const adding = useDialogRoute('add-exercise', []);
  if (!sets || (sets.length === 0 && !isMine)) return null;
  return (
    <section className="mt-6">
      {sets.length > 0 && <h2 className="mb-2">{TEXTS.title}</h2>}
      <ul className="exercises">
        {sets.map((card) => (
          <ItemBoundary key={card.set.id} what="set" id={card.set.id} resetKey={card}>
            <SetLine card={card} actions={isMine ? own : null} />
          </ItemBoundary>
        ))}
      </ul>
      {isMine && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button icon="plus" onClick={() => adding.open()}>
            {TEXTS.add}
          </Button>
          <FieldLink videoId={videoId} />
        </div>
      )}
      {adding.isOpen && (
        <DialogBoundary onClose={adding.close}>
          <AddExerciseDialog key={adding.key} videoId={videoId} position={sets.length} onClose={adding.close} />
        </DialogBoundary>
      )}
    </section>
  );
}
