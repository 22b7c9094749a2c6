import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { TrainingSet } from '../../../api/contract/entities/set.ts';
import { markPlanned } from '../../../sync/outbox/start-planned.ts';
import type { FieldSet } from '../../../sync/queries/field.ts';
import { plannedWords } from '../../plans/plan-words.ts';
import { useSave } from '../../sync/use-save.ts';
import type { IconName } from '../../components/icon-shapes.tsx';
import { Icon } from '../../components/icon.tsx';
import { Button } from '../../components/button.tsx';
import { Reps } from '../../sets/reps.tsx';
import {
  type Advice,
  adviceOf,
  changedWords,
  criterionOf,
  measureToMove,
  measureWords,
  nextCriterion,
} from '../../progress/rule-of-five.ts';
import { useSetActions } from '../../sets/use-set-actions.ts';
import { readyPath, setPath } from '../../field/field-path.ts';
import { FieldTop } from './field-top.tsx';
import { FieldWhat } from './field-what.tsx';
import type { Sound } from './sound.ts';
import { momentOf, type TapGuard, useChangedView } from './tap-guard.ts';
import type { CountedAhead } from './use-counted-ahead.ts';
import { FIELD_TEXTS as TEXTS } from './texts.ts';
import { useRepKeys } from '../../sets/use-rep-keys.ts';
import type { PlannedNext } from './use-planned-next.ts';
import { useOnce } from '../../forms/use-once.ts';
import { useGoOn } from './use-go-on.ts';
import { useStartSet } from './use-start-set.ts';

const CHOICES: readonly { advice: Advice; icon: IconName; means: string }[] = [
  { advice: 'drop', icon: 'down', means: TEXTS.dropMeans },
  { advice: 'stick', icon: 'loop', means: TEXTS.stickMeans },
  { advice: 'push', icon: 'raise', means: TEXTS.pushMeans },
];

interface AfterSetProps {
  read: FieldSet;
  /** Earlier sets of the exercise, oldest first. */
  earlier: readonly TrainingSet[];
  /** The session's plan, with what comes next. */
  planned: PlannedNext | null;
  onStored: CountedAhead['add'];
  guard: TapGuard;
  sound: Sound;
}

/** A set whose reps are all counted: the rule of five proposes the criterion of the next (R347). */
export function AfterSet({ read, earlier, planned, onStored, guard, sound }: AfterSetProps) {
  const { set, reps, hits } = read;
  const navigate = useNavigate();
  const actions = useSetActions();
  const start = useStartSet();
  const save = useSave();
  const advised = adviceOf({ hits, reps: reps.length });
  const [chosen, setChosen] = useState<Advice | null>(null);
  const advice = chosen ?? advised;
  const criterion = criterionOf(set);
  const moves = measureToMove([...earlier, set]);
  const next = async () => {
    const started = await start({ ...nextCriterion(criterion, advice, moves), videoId: set.videoId });
    if (started) void navigate(setPath(started.id), { replace: true });
  };
  const leave = useOnce(TEXTS.startFailed);
  const goOn = useGoOn({ videoId: set.videoId, setId: set.id });
  const finish = () =>
    leave(async () => {
      // Its sets count without a mark too, so a full device does not hold the trainer here.
      if (planned) await save((store, ports) => markPlanned(store, ports, planned.planId)).catch(() => undefined);
      void navigate(`/video/${set.videoId}`, { replace: true });
    });
  const undo = async () => {
    const struck = await actions.undo(read);
    if (struck !== null) onStored({ struck: [struck] });
  };
  /** The last taps of the set may land on these buttons. */
  const guarded = (act: () => void) => (event: { timeStamp: number }) => {
    if (guard.counts(momentOf(event))) act();
  };
  useChangedView(guard);
  useRepKeys({ u: () => void undo() });
  const tally = TEXTS.ofReps(hits, reps.length);
  const upNext = planned?.exercise ?? null;
  const exerciseNext = planned &&
    upNext && { words: TEXTS.nextPlanned(plannedWords(upNext)), go: () => leave(() => goOn(planned.planId, upNext)) };
  const setNext = { words: TEXTS.nextSet(changedWords(criterion, nextCriterion(criterion, advice, moves))), go: () => void next() };
  // Choosing push, stick or drop asks for another set.
  const [first, second] = exerciseNext ? (chosen === null ? [exerciseNext, setNext] : [setNext, exerciseNext]) : [setNext];
  return (
    <main id="main" className="field-view after">
      <FieldTop leave={TEXTS.finish} onLeave={finish} begunAt={read.begunAt} sound={sound} />
      <FieldWhat read={read} />
      <section className="field-line">
        <div className="field-scored">
          <Reps {...read} big />
          <p className="field-tally">{tally}</p>
        </div>
        <div role="radiogroup" aria-label={TEXTS.next} className="field-advice">
          {CHOICES.map(({ advice: each, icon, means }) => (
            <label key={each} className="field-choice">
              <input
                type="radio"
                name="advice"
                value={each}
                className="sr-only"
                checked={advice === each}
                onChange={() => setChosen(each)}
              />
              <Icon name={icon} />
              <span className="grow">
                <b>{TEXTS[each]}</b> <span>{means}</span>
              </span>
              <span className="font-semi">
                {each === 'stick' ? measureWords(criterion, moves) : changedWords(criterion, nextCriterion(criterion, each, moves))}
              </span>
            </label>
          ))}
        </div>
        <p className="text-15 text-ink-2">{TEXTS.reasons[advised]}</p>
      </section>
      <footer className="field-foot">
        <div className={second ? 'field-three' : 'field-pair'}>
          <Button className="min-h-14" onClick={guarded(() => void navigate(readyPath(set.videoId, set.id), { replace: true }))}>
            {TEXTS.change}
          </Button>
          <Button className="min-h-14" onClick={guarded(() => void undo())}>
            {TEXTS.undoLast}
          </Button>
          {second && (
            <Button className="min-h-14" onClick={guarded(second.go)}>
              {second.words}
            </Button>
          )}
        </div>
        <Button tone="primary" className="field-start" onClick={guarded(first.go)}>
          {first.words}
        </Button>
      </footer>
    </main>
  );
}
