import { lazy } from 'react';
import type { SetCard } from '../../sync/queries/sets.ts';
import { Button } from '../components/button.tsx';
import { DialogBoundary } from '../components/dialog-boundary.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { FieldLink } from '../field/field-link.tsx';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { SetLine } from './set-line.tsx';
import { notedResults } from './noted-results.ts';
import { resultWords } from '../../api/contract/set-words.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';
import { useSetActions } from './use-set-actions.ts';

// Loaded on demand: the dialog needs the schemas, which the page does not.
const AddExerciseDialog = lazy(async () => ({ default: (await import('./add-exercise-dialog.tsx')).AddExerciseDialog }));

/** The notes may hold many results; more buttons would hide the sets. */
const NOTED_MAX = 3;

interface SetsSectionProps {
  video: { id: string; dogId: string | null; description: string };
  sets: readonly SetCard[];
  isMine: boolean;
}

/** The sets of one session. Its owner counts here; partners see the results (R345). */
export function SetsSection({ video, sets, isMine }: SetsSectionProps) {
  const own = useSetActions();
  const adding = useDialogRoute('add-exercise', ['result', 'distance']);
  if (sets.length === 0 && !isMine) return null;
  const noted = notedResults(video.description, sets.map(resultWords)).slice(0, NOTED_MAX);
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
          <FieldLink videoId={video.id} />
          {noted.map((result, place) => (
            <ItemBoundary key={place} what="result" resetKey={result}>
              <Button tone="quiet" onClick={() => adding.open({ ...result })}>
                {TEXTS.makeSet(result.result)}
              </Button>
            </ItemBoundary>
          ))}
        </div>
      )}
      {adding.isOpen && (
        <DialogBoundary onClose={adding.close}>
          <AddExerciseDialog
            key={adding.key}
            videoId={video.id}
            dogId={video.dogId}
            position={sets.length}
            result={adding.params.get('result') ?? ''}
            distance={adding.params.get('distance') ?? ''}
            onClose={adding.close}
          />
        </DialogBoundary>
      )}
    </section>
  );
}
