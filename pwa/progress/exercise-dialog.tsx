import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { criterionWords, measuresOf, resultWords } from '../../api/contract/set-words.ts';
import { type DogSet, listDogSets } from '../../sync/queries/dog-sets.ts';
import { getDogName } from '../../sync/queries/dogs.ts';
import { Button } from '../components/button.tsx';
import { ADD_PLAN, planSetPath } from '../plans/plan-path.ts';
import { buttonStyle } from '../components/button-style.ts';
import { openedHere } from '../components/use-dialog-route.ts';
import { Dialog } from '../components/dialog.tsx';
import { EntryBoundary, ItemBoundary } from '../components/entry-boundary.tsx';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-shapes.tsx';
import { nearestPercent } from '../components/percent.ts';
import { formatDate, formatShortDay } from '../dates/format-date.ts';
import { deviceDay } from '../dates/training-moment.ts';
import type { Measures } from '../field/like-params.ts';
import { trainPath } from '../field/train-path.ts';
import { Reps } from '../sets/reps.tsx';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import '../styles/progress.css';
import { type Exercise, exercisesOf, FEWEST_DRAWN, findExercise, type Progress, progressOf } from './exercise-progress.ts';
import { type Picked, pickedCell, pickedSets } from './picked-sets.ts';
import { measuresOfCell, proofingMap } from './proofing-map.ts';
import { ProofingMapTable } from './proofing-map-table.tsx';
import type { Advice, Criterion } from './rule-of-five.ts';
import { PROGRESS_TEXTS as TEXTS } from './texts.ts';
import { WeeksOfHits } from './weeks-of-hits.tsx';

/** How many sets are listed. */
const LISTED_MAX = 50;
const LAST_MAX = 12;

export interface ExerciseDialogProps {
  dogId: string;
  /** `Exercise.key` */
  exerciseKey: string;
  onClose: () => void;
}

/** One exercise of a dog: share of hits, criterion, weeks, proofing map and sets (R357, R358). */
export function ExerciseDialog({ dogId, exerciseKey, onClose }: ExerciseDialogProps) {
  const store = useStore();
  const today = deviceDay(usePorts().now());
  const read = useLive(async () => {
    const [dog, sets] = await Promise.all([getDogName(store, dogId), listDogSets(store, dogId, today)]);
    return { dog, exercise: findExercise(exercisesOf(sets), { cueId: null, exercise: exerciseKey }) };
  }, [store, dogId, exerciseKey, today]);
  if (!read) return null;
  const { dog, exercise } = read;
  if (dog === null || !exercise) {
    return (
      <Dialog open onClose={onClose} title={TEXTS.exercises} goesBack>
        <p>{dog === null ? TEXTS.dogGone : TEXTS.exerciseGone}</p>
      </Dialog>
    );
  }
  return <ShownExercise {...{ dog, exercise, onClose }} />;
}

function ShownExercise({ dog, exercise, onClose }: { dog: string; exercise: Exercise; onClose: () => void }) {
  const [picked, setPicked] = useState<Picked>(null);
  const list = useRef<HTMLElement>(null);
  const progress = progressOf(exercise);
  const { last, now, next, reps } = progress;
  // 'Train no distraction' would say nothing.
  const hasAmount = (next.distanceM ?? next.durationS ?? next.count) !== null;
  const isDrawn = reps >= FEWEST_DRAWN;
  const maps = isDrawn ? MEASURES_OF_MAPS.flatMap((measure) => proofingMap(exercise.sets, measure, progress) ?? []) : [];
  const sets = pickedSets(picked, exercise, progress, maps);
  /** Lists sets below their heading, which takes the focus. */
  const pick = (what: Picked) => {
    setPicked(what);
    list.current?.querySelector('h3')?.focus({ preventScroll: true });
    list.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={TEXTS.ofDog(exercise.name, dog)}
      size="wide"
      goesBack
      foot={
        <Link to={trainPath(last.set.id, measuresFrom(next))} className={buttonStyle('primary')}>
          {TEXTS.train(hasAmount ? measuresOf(next) : '')}
        </Link>
      }
    >
      <div className="progress-columns">
        <div>
          <NextStep progress={progress} />
          <Rate progress={progress} onPick={() => pick({ figure: 'rate' })} />
          <section>
            <h3 className="flex items-baseline justify-between gap-2">
              {TEXTS.weeks.title}
              {isDrawn && <span className="text-13 font-regular text-ink-3">{TEXTS.weeks.goal}</span>}
            </h3>
            {isDrawn ? (
              <WeeksOfHits weeks={progress.weeks} onPick={({ monday }) => pick({ figure: 'week', monday })} />
            ) : (
              <p className="text-ink-2">{TEXTS.weeks.tooFew}</p>
            )}
          </section>
        </div>
        <div>
          {maps.map((map) => (
            <EntryBoundary key={map.measure} what="proofing map" resetKey={map}>
              <ProofingMapTable
                map={map}
                picked={pickedCell(picked, map)}
                onPick={({ amount, distraction }) => pick({ figure: 'cell', measure: map.measure, amount, distraction })}
              />
            </EntryBoundary>
          ))}
          <section ref={list} className="scroll-mt-4">
            <h3 tabIndex={-1}>{titleOf(picked)}</h3>
            {sets.length === 0 && <p className="mt-2 text-ink-2">{TEXTS.sets.none}</p>}
            <Sets sets={sets.slice(picked ? -LISTED_MAX : -LAST_MAX)} />
            {picked && (
              <div className="mt-3 flex flex-wrap gap-2">
                {picked.figure === 'cell' && (
                  <Link to={trainPath(last.set.id, measuresOfCell(picked, now))} className={buttonStyle('plain')}>
                    {TEXTS.sets.train(placeOf(picked))}
                  </Link>
                )}
                {picked.figure === 'cell' && (
                  <Link
                    to={planSetPath(last.set.id, measuresOfCell(picked, now))}
                    state={openedHere(ADD_PLAN)}
                    className={buttonStyle('plain')}
                  >
                    {TEXTS.sets.plan(placeOf(picked))}
                  </Link>
                )}
                <Button tone="quiet" onClick={() => pick(null)}>
                  {TEXTS.sets.all}
                </Button>
              </div>
            )}
          </section>
        </div>
      </div>
    </Dialog>
  );
}

type PickedCell = Extract<Picked, { figure: 'cell' }>;

/** '30 m, low distraction'. */
const placeOf = ({ measure, amount, distraction }: PickedCell) => criterionWords({ [measure]: amount, distraction });

function titleOf(picked: Picked): string {
  if (picked === null) return TEXTS.sets.last;
  if (picked.figure === 'rate') return TEXTS.sets.behindRate;
  return picked.figure === 'week' ? TEXTS.weeks.setsOf(formatShortDay(picked.monday)) : TEXTS.sets.at(placeOf(picked));
}

const MEASURES_OF_MAPS = ['distanceM', 'durationS'] as const;

const measuresFrom = ({ distanceM, durationS, count, distraction }: Criterion): Measures => ({ distanceM, durationS, count, distraction });

function Rate({ progress, onPick }: { progress: Progress; onPick: () => void }) {
  const { now, atNow, atNowCounts, range, repsPerMinute, latencyMs } = progress;
  const { hits, reps } = atNowCounts;
  const measures = measuresOf(now);
  if (!range) {
    return (
      <section>
        <h3>{TEXTS.how}</h3>
        <p dir="auto" className="mt-2 font-semi text-ink-2">
          {TEXTS.soFar(TEXTS.reps(reps), measures)}
        </p>
        <p className="max-w-[56ch] text-ink-2">{TEXTS.tooFew}</p>
      </section>
    );
  }
  const lines = [
    TEXTS.rateSince(hits, reps, formatDate(atNow[0]?.day ?? progress.last.day)),
    TEXTS.range(reps, nearestPercent(range.low), nearestPercent(range.high)),
    repsPerMinute !== null && TEXTS.perMinute(repsPerMinute.toLocaleString(undefined, { maximumSignificantDigits: 2 })),
    latencyMs !== null && TEXTS.latency((latencyMs / 1_000).toLocaleString(undefined, { maximumSignificantDigits: 2 })),
  ];
  return (
    <section>
      <h3>{TEXTS.how}</h3>
      <p dir="auto" className="mt-2 text-20 font-semi">
        {TEXTS.rate(nearestPercent(hits / reps), measures)}
      </p>
      <p className="max-w-[56ch] text-ink-2">{lines.filter(Boolean).join(' ')}</p>
      <Button tone="quiet" className="-ms-3" onClick={onPick}>
        {TEXTS.sets.show}
      </Button>
    </section>
  );
}

const ICONS: Record<Advice, IconName> = { push: 'raise', stick: 'loop', drop: 'down' };

/** What to train next, before every figure: it is what the trainer came for. */
function NextStep({ progress: { now, last, advice, next } }: { progress: Progress }) {
  const texts = criterionWords({ step: next.step, hitMeans: next.hitMeans });
  const result = TEXTS.result(last.hits, last.reps.length);
  const measures = measuresOf(now);
  return (
    <section>
      <div className="flex items-start gap-3">
        {advice && <Icon name={ICONS[advice]} className="mt-1" />}
        <div className="min-w-0 grow [overflow-wrap:anywhere]">
          <p dir="auto" className="progress-say">
            {advice ? TEXTS.next(advice, measuresOf(next)) : TEXTS.last(measures)}
          </p>
          {texts && (
            <p dir="auto" className="text-15 text-ink-2">
              {texts}
            </p>
          )}
        </div>
        <Link to={trainPath(last.set.id)} aria-label={TEXTS.changeCriterion} className={buttonStyle('quiet')}>
          {TEXTS.change}
        </Link>
      </div>
      <p className="mt-1 max-w-[56ch] text-ink-2">
        {advice ? TEXTS.why(advice, result, measures) : TEXTS.incomplete(result, last.set.repsAsked)}
      </p>
    </section>
  );
}

/** Latest first. Each leads to its session, and if it was marked on the film, to its reps there. */
function Sets({ sets }: { sets: readonly DogSet[] }) {
  return (
    <ul className="last-sets">
      {sets.toReversed().map((one) => (
        <ItemBoundary key={one.set.id} what="set" resetKey={one}>
          <li>
            <Link to={`/video/${one.set.videoId}${one.reps.some(({ filmMs }) => filmMs !== null) ? '?tab=reps' : ''}`} className="last-set">
              <span className="text-ink-3">{formatShortDay(one.day)}</span>
              <span dir="auto" className="last-set-measures">
                {measuresOf(one.set)}
              </span>
              <Reps {...one} />
              <b>{resultWords(one)}</b>
            </Link>
          </li>
        </ItemBoundary>
      ))}
    </ul>
  );
}
