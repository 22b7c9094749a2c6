import { Fragment, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PlannedExercise } from '../../../api/contract/entities/plan.ts';
import { NEW_SET } from '../../../api/contract/entities/set.ts';
import { REPS_ASKED_MAX } from '../../../api/contract/limits.ts';
import { searchText } from '../../../api/contract/search-text.ts';
import { InvalidPayload } from '../../../sync/outbox/invalid-payload.ts';
import type { DogCard } from '../../../sync/queries/dogs.ts';
import type { LatestSet } from '../../../sync/queries/field.ts';
import type { PlanOfSession } from '../../../sync/queries/plans.ts';
import type { Exercise } from '../../../sync/queries/sets.ts';
import { Button } from '../../components/button.tsx';
import { EntryBoundary } from '../../components/entry-boundary.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { criterionWords } from '../../../api/contract/set-words.ts';
import { type Laddered, stepOf } from '../../progress/ladders.ts';
import { type Criterion, criterionOf, steppedDistraction } from '../../progress/rule-of-five.ts';
import { ExerciseChoices } from '../../sets/exercise-choices.tsx';
import { setPath } from '../../field/field-path.ts';
import type { Measures } from '../../field/like-params.ts';
import { FieldTop } from './field-top.tsx';
import type { Sound } from './sound.ts';
import { Stepper } from './stepper.tsx';
import { useFocusedHeading } from './tap-guard.ts';
import { FIELD_TEXTS as TEXTS } from './texts.ts';
import { useStartSet } from './use-start-set.ts';

const NO_CRITERION = { ...NEW_SET, exercise: '' };

interface ReadyFormProps {
  videoId: string | null;
  dogs: readonly DogCard[];
  dogId: string | null;
  /** Null in a session, whose dog is known. */
  onDog: ((id: string | null) => void) | null;
  onTouch: () => void;
  /** The last set of each exercise, the one to start from first. */
  latest: readonly LatestSet[];
  /** Measures in place of those of the first of them. */
  measures: Measures;
  choices: readonly Exercise[];
  /** What the session's plan has left, in order; null without a plan. */
  planned: PlanOfSession | null;
  onPlanned: (planId: string, exercise: PlannedExercise) => void;
  sound: Sound;
  onClose: () => void;
}

const AMOUNTS = [
  { measure: 'distanceM', label: TEXTS.distance, less: TEXTS.shorter, more: TEXTS.longer },
  { measure: 'durationS', label: TEXTS.duration, less: TEXTS.shorterTime, more: TEXTS.longerTime },
  { measure: 'count', label: TEXTS.count, less: TEXTS.lessCount, more: TEXTS.moreCount },
] as const;
/** The first step of a measure that the criterion does not have yet. */
const FIRST = { distanceM: 5, durationS: 5, count: 5 } as const;

export function ReadyForm({
  videoId,
  dogs,
  dogId,
  onDog,
  onTouch,
  latest: newest,
  measures,
  choices,
  planned,
  onPlanned,
  sound,
  onClose,
}: ReadyFormProps) {
  const navigate = useNavigate();
  const start = useStartSet();
  // As they were at first: what a pull brings must not change the criterion under a person's hand.
  const [latest] = useState(newest);
  const first = latest[0];
  const [exercise, setExercise] = useState(first?.set.exercise ?? '');
  /** What the person has chosen here, whichever exercise it is for. */
  const [changed, setChanged] = useState<Partial<Criterion>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const change = (values: Partial<Criterion>) => setChanged((before) => ({ ...before, ...values }));
  const chooseExercise = (name: string) => {
    setExercise(name);
    // Steps belong to one cue.
    setChanged(({ step: _step, ...before }) => before);
  };
  const last = latest.find(({ set }) => searchText(set.exercise) === searchText(exercise));
  const known = choices.find(({ name }) => searchText(name) === searchText(exercise));
  const criterion: Criterion = {
    ...criterionOf(last?.set ?? NO_CRITERION),
    ...(last === first && measures),
    ...changed,
    exercise,
    cueId: known?.cueId ?? last?.set.cueId ?? null,
  };
  const { step, count, countWord, distraction, hitMeans, repsAsked } = criterion;
  const steps = [...new Set([...(known?.steps ?? []), last?.set.step, step])].filter((name) => typeof name === 'string' && name !== '');
  async function begin() {
    try {
      const started = await start({ ...criterion, hitMeans: hitMeans?.trim() || null, videoId, dogId });
      if (started) void navigate(setPath(started.id), { replace: true });
    } catch (error) {
      if (!(error instanceof InvalidPayload)) throw error;
      setErrors(error.fields);
    }
  }
  const stepOn = (measure: Laddered) => (steps: 1 | -1) => {
    const amount = criterion[measure];
    if (amount === null) return change({ [measure]: steps > 0 ? FIRST[measure] : null });
    // A count stays: without its word it could not come back.
    const ends = measure !== 'count' && steps < 0 && amount <= 1;
    return change({ [measure]: ends ? null : stepOf(measure, amount, steps) });
  };
  useFocusedHeading();
  const amountWords = (measure: Laddered) =>
    criterion[measure] === null ? TEXTS.open : criterionWords({ [measure]: criterion[measure], countWord });
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
        <TextField
          label={TEXTS.exercise}
          autoComplete="off"
          value={exercise}
          error={errors['exercise']}
          onChange={({ target }) => chooseExercise(target.value)}
        />
        {planned && planned.left.length > 0 && <PlannedChoices planned={planned} onChoose={onPlanned} />}
        <ExerciseChoices choices={choices} onChoose={chooseExercise} />
        {steps.length > 0 && (
          <SelectField label={TEXTS.step} optional value={step ?? ''} onChange={({ target }) => change({ step: target.value || null })}>
            <option value="">{TEXTS.open}</option>
            {steps.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        )}
        {AMOUNTS.map(({ measure, ...words }) => (
          <Fragment key={measure}>
            {/* Without its word, a count says nothing. */}
            {(measure !== 'count' || count !== null) && (
              <Stepper
                {...words}
                value={amountWords(measure)}
                hint={measure === 'distanceM' && last ? TEXTS.lastTime(lastWords(last)) : undefined}
                onStep={stepOn(measure)}
              />
            )}
          </Fragment>
        ))}
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

interface PlannedChoicesProps {
  planned: PlanOfSession;
  onChoose: (planId: string, exercise: PlannedExercise) => void;
}

/** What is planned and not done yet; a tap starts it. An exercise that one skips stays planned. */
function PlannedChoices({ planned: { plan, left }, onChoose }: PlannedChoicesProps) {
  const labelId = useId();
  return (
    <div role="group" aria-labelledby={labelId}>
      <span id={labelId} className="font-semi">
        {TEXTS.planned}
      </span>
      <div className="choices">
        {left.map((each) => (
          <EntryBoundary key={each.id} what="exercise" id={each.id} resetKey={each}>
            <button type="button" className="choice" onClick={() => onChoose(plan.id, each)}>
              <bdi>{[each.exercise, criterionWords({ ...each, hitMeans: null })].filter(Boolean).join(', ')}</bdi>
            </button>
          </EntryBoundary>
        ))}
      </div>
    </div>
  );
}

/** '30 m, 4 of 5'. */
const lastWords = ({ set, hits, reps }: LatestSet) =>
  [criterionWords({ ...set, hitMeans: null, step: null }), TEXTS.ofReps(hits, reps)].filter(Boolean).join(', ');
