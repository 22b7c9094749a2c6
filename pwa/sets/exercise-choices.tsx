import type { Exercise } from '../../sync/queries/sets.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';

const SHOWN_MAX = 8;

/** The first recent exercises and cues; a tap fills the field above. */
export function ExerciseChoices({ choices, onChoose }: { choices: readonly Exercise[]; onChoose: (name: string) => void }) {
  return (
    <div role="group" aria-label={TEXTS.fields.choices} className="choices">
      {choices.slice(0, SHOWN_MAX).map(({ name }) => (
        <button key={name} type="button" className="choice" onClick={() => onChoose(name)}>
          <bdi>{name}</bdi>
        </button>
      ))}
    </div>
  );
}
