import { Link } from 'react-router-dom';
import { REP_KINDS } from '../../api/contract/reps.ts';
import { measuresOf, resultWords } from '../../api/contract/set-words.ts';
import { buttonStyle } from '../components/button-style.ts';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { dogPath } from '../field/field-path.ts';
import { Reps } from '../sets/reps.tsx';
import '../styles/progress.css';
import { type Exercise, progressOf } from './exercise-progress.ts';
import { Spark } from './spark.tsx';
import { PROGRESS_TEXTS as TEXTS } from './texts.ts';

export interface DogExercisesProps {
  dogId: string;
  /** The one trained last first. */
  exercises: readonly Exercise[];
  onOpen: (key: string) => void;
}

/** The exercises of a dog with their last set and the share of hits by week (R356). */
export function DogExercises({ dogId, exercises, onOpen }: DogExercisesProps) {
  return (
    <section className="mt-8">
      <h3 className="flex items-baseline justify-between gap-2">
        {TEXTS.exercises}
        {exercises.length > 0 && <span className="text-13 font-regular text-ink-3">{TEXTS.legend}</span>}
      </h3>
      {exercises.length === 0 ? (
        <div className="mt-2 border-y border-line py-6">
          <p className="font-semi">{TEXTS.noReps.title}</p>
          <p className="text-ink-2">{TEXTS.noReps.text}</p>
          <Link to={dogPath(dogId)} className={buttonStyle('plain', { className: 'mt-3' })}>
            {TEXTS.noReps.start}
          </Link>
        </div>
      ) : (
        <>
          <ul className="skills">
            {exercises.map((exercise) => (
              <ItemBoundary key={exercise.key} what="exercise" resetKey={exercise}>
                <ExerciseLine exercise={exercise} onOpen={() => onOpen(exercise.key)} />
              </ItemBoundary>
            ))}
          </ul>
          <Legend />
        </>
      )}
    </section>
  );
}

function ExerciseLine({ exercise, onOpen }: { exercise: Exercise; onOpen: () => void }) {
  const { last, reps, weeks, advice, next } = progressOf(exercise);
  return (
    <li>
      <button type="button" className="skill" onClick={onOpen}>
        <b dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          {exercise.name}
        </b>
        <Reps {...last} />
        <span className="skill-last">{resultWords(last)}</span>
        <span dir="auto" className="text-15 text-ink-3">
          {[measuresOf(last.set), !advice && TEXTS.reps(reps)].filter(Boolean).join(' · ')}
        </span>
        <Spark weeks={weeks} />
        {advice && (
          <span dir="auto" className="skill-next">
            {TEXTS.next(advice, measuresOf(next))}
          </span>
        )}
      </button>
    </li>
  );
}

/** What the knots and the dotted line mean. The list says the same in words. */
const Legend = () => (
  <p aria-hidden="true" className="mt-3 flex flex-wrap gap-x-4 text-13 text-ink-3">
    {REP_KINDS.map((kind) => (
      <span key={kind} className="flex items-center gap-1">
        <span className="reps">
          <i className={kind} />
        </span>
        {TEXTS.kinds[kind]}
      </span>
    ))}
    <span className="flex items-center gap-2">
      <svg width="24" height="4">
        <path d="M0 2h24" className="stroke-control" strokeDasharray="2 4" />
      </svg>
      {TEXTS.goal}
    </span>
  </p>
);
