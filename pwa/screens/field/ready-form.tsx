import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { NEW_SET } from '../../../api/contract/entities/set.ts';
import { REPS_ASKED_MAX, SET_DISTANCE_MAX } from '../../../api/contract/limits.ts';
import { searchText } from '../../../api/contract/search-text.ts';
import { InvalidPayload } from '../../../sync/outbox/invalid-payload.ts';
import type { DogCard } from '../../../sync/queries/dogs.ts';
import type { LatestSet } from '../../../sync/queries/field.ts';
import type { Exercise } from '../../../sync/queries/sets.ts';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { criterionWords } from '../../../api/contract/set-words.ts';
import { ExerciseChoices } from '../../sets/exercise-choices.tsx';
import { setPath } from '../../field/field-path.ts';
import { FieldTop } from './field-top.tsx';
import { type Criterion, criterionOf, steppedAmount, steppedDistraction } from './next-set.ts';
import type { Sound } from './sound.ts';
import { Stepper } from './stepper.tsx';
import { FIELD_TEXTS as TEXTS } from './texts.ts';
import { useStartSet } from './use-start-set.ts';

interface ReadyFormProps {
  videoId: string | null;
  dogs: readonly DogCard[];
  dogId: string | null;
  /** Null in a session, whose dog is known. */
  onDog: ((id: string | null) => void) | null;
  onTouch: () => void;
  latest: LatestSet | null;
  choices: readonly Exercise[];
  sound: Sound;
  onClose: () => void;
}

const FIRST_DISTANCE_M = 5;

export function ReadyForm({ videoId, dogs, dogId, onDog, onTouch, latest, choices, sound, onClose }: ReadyFormProps) {
  const navigate = useNavigate();
  const start = useStartSet();
  const [criterion, setCriterion] = useState(() => criterionOf(latest?.set ?? { ...NEW_SET, exercise: '' }));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const change = (values: Partial<Criterion>) => setCriterion((before) => ({ ...before, ...values }));
  const { exercise, distanceM, distraction, hitMeans, repsAsked } = criterion;
  // Another exercise than the last one starts without that one's step of the cue.
  const setExercise = (name: string) => {
    const known = choices.find((choice) => searchText(choice.name) === searchText(name));
    change({ exercise: name, cueId: known?.cueId ?? null, step: latest && name === latest.set.exercise ? latest.set.step : null });
  };
  async function begin() {
    try {
      const position = videoId && latest?.set.videoId === videoId ? latest.set.position + 1 : 0;
      const started = await start({ ...criterion, hitMeans: hitMeans?.trim() || null, videoId, dogId, position });
      if (started) void navigate(setPath(started.id), { replace: true });
    } catch (error) {
      if (!(error instanceof InvalidPayload)) throw error;
      setErrors(error.fields);
    }
  }
  const longer = (steps: 1 | -1) => {
    if (distanceM === null) return change({ distanceM: steps > 0 ? FIRST_DISTANCE_M : null });
    return change({ distanceM: steps < 0 && distanceM <= 1 ? null : steppedAmount(distanceM, steps, SET_DISTANCE_MAX) });
  };
  return (
    <main id="main" className="field-view ready">
      <FieldTop leave={TEXTS.close} onLeave={onClose} begunAt={null} sound={sound} />
      <form
        id="ready"
        noValidate
        className="field-form"
        onInput={onTouch}
        onClick={onTouch}
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <h1 tabIndex={-1} className="text-24">
          {TEXTS.title}
        </h1>
        {onDog && dogs.length > 0 && (
          <SelectField label={TEXTS.dog} value={dogId ?? ''} onChange={({ target }) => onDog(target.value || null)}>
            {dogs.map(({ dog }) => (
              <option key={dog.id} value={dog.id}>
                {dog.name}
              </option>
            ))}
            <option value="">{TEXTS.noDog}</option>
          </SelectField>
        )}
        <div className="grid gap-2">
          <TextField
            label={TEXTS.exercise}
            autoComplete="off"
            value={exercise}
            error={errors['exercise']}
            onChange={({ target }) => setExercise(target.value)}
          />
          <ExerciseChoices choices={choices} onChoose={setExercise} />
        </div>
        <Stepper
          label={TEXTS.distance}
          value={distanceM === null ? TEXTS.open : criterionWords({ distanceM })}
          hint={latest ? TEXTS.lastTime(lastWords(latest)) : undefined}
          less={TEXTS.shorter}
          more={TEXTS.longer}
          onStep={longer}
        />
        <Stepper
          label={TEXTS.distraction}
          value={distraction === null ? TEXTS.open : TEXTS.levels[distraction]}
          less={TEXTS.less}
          more={TEXTS.more}
          onStep={(steps) => change({ distraction: distraction === 'none' && steps < 0 ? null : steppedDistraction(distraction, steps) })}
        />
        <Stepper
          label={TEXTS.reps}
          value={String(repsAsked)}
          less={TEXTS.fewerReps}
          more={TEXTS.moreReps}
          onStep={(steps) => change({ repsAsked: Math.min(Math.max(repsAsked + steps, 1), REPS_ASKED_MAX) })}
        />
        <TextField
          label={TEXTS.hitMeans}
          optional
          autoComplete="off"
          placeholder={TEXTS.hitMeansExample}
          value={hitMeans ?? ''}
          error={errors['hitMeans']}
          onChange={({ target }) => change({ hitMeans: target.value })}
        />
      </form>
      <footer className="field-foot">
        <Button tone="primary" type="submit" form="ready" className="field-start">
          {TEXTS.start}
        </Button>
      </footer>
    </main>
  );
}

/** '30 m, 4 of 5'. */
const lastWords = ({ set, hits, reps }: LatestSet) =>
  [criterionWords({ ...set, hitMeans: null, step: null }), TEXTS.ofReps(hits, reps)].filter(Boolean).join(', ');
