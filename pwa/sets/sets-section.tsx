import { lazy } from 'react';
import { placeAfter } from '../../api/contract/place-after.ts';
import type { SetCard } from '../../sync/queries/sets.ts';
import { Button } from '../components/button.tsx';
import { DialogBoundary } from '../components/dialog-boundary.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { FieldLink } from '../field/field-link.tsx';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { SetLine } from './set-line.tsx';
import { ResultOffers } from './result-offers.tsx';
import { resultWords } from '../../api/contract/set-words.ts';
import { ADD_EXERCISE, EDIT_EXERCISE } from './exercise-paths.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';
import { useSetActions } from './use-set-actions.ts';

// Loaded on demand: the dialogs need the schemas, which the page does not.
const AddExerciseDialog = lazy(async () => ({ default: (await import('./add-exercise-dialog.tsx')).AddExerciseDialog }));
const EditExerciseDialog = lazy(async () => ({ default: (await import('./edit-exercise-dialog.tsx')).EditExerciseDialog }));

interface SetsSectionProps {
  video: { id: string; dogId: string | null; description: string };
  sets: readonly SetCard[];
  isMine: boolean;
}

/** The sets of one session. Its owner counts here; partners see the results (R345). */
export function SetsSection({ video, sets, isMine }: SetsSectionProps) {
  const own = useSetActions();
  const adding = useDialogRoute(ADD_EXERCISE, ['result', 'distance']);
  const editing = useDialogRoute(EDIT_EXERCISE);
  if (sets.length === 0 && !isMine) return null;
  return (
    <section className="mt-6">
      {sets.length > 0 && <h2 className="mb-2">{TEXTS.title}</h2>}
      <ul className="exercises">
        {sets.map((card) => (
          <ItemBoundary key={card.set.id} what="set" id={card.set.id} resetKey={card}>
            <SetLine card={card} actions={isMine ? own : null} onEdit={() => editing.open({ id: card.set.id })} />
          </ItemBoundary>
        ))}
      </ul>
      {isMine && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button icon="plus" onClick={() => adding.open()}>
            {TEXTS.add}
          </Button>
          <FieldLink videoId={video.id} />
          <ResultOffers notes={video.description} counted={sets.map(resultWords)} onMake={(noted) => adding.open({ ...noted })} />
        </div>
      )}
      {adding.isOpen && (
        <DialogBoundary onClose={adding.close}>
          <AddExerciseDialog
            key={adding.key}
            videoId={video.id}
            dogId={video.dogId}
            position={placeAfter(sets.map(({ set }) => set))}
            noted={{ result: adding.params.get('result') ?? '', distance: adding.params.get('distance') ?? '' }}
            onClose={adding.close}
          />
        </DialogBoundary>
      )}
      {editing.isOpen && (
        <DialogBoundary onClose={editing.close}>
          <EditExerciseDialog key={editing.key} id={editing.params.get('id') ?? ''} dogId={video.dogId} onClose={editing.close} />
        </DialogBoundary>
      )}
    </section>
  );
}
