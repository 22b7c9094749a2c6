import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FieldSet } from '../../../sync/queries/field.ts';
import type { IconName } from '../../components/icon-shapes.tsx';
import { Icon } from '../../components/icon.tsx';
import { Button } from '../../components/button.tsx';
import { Reps } from '../../sets/reps.tsx';
import { criterionWords } from '../../../api/contract/set-words.ts';
import { useSetActions } from '../../sets/use-set-actions.ts';
import { readyPath, setPath } from '../../field/field-path.ts';
import { FieldTop } from './field-top.tsx';
import { FieldWhat } from './field-what.tsx';
import { type Advice, adviceOf, type Criterion, criterionOf, nextCriterion } from './next-set.ts';
import type { Sound } from './sound.ts';
import { FIELD_TEXTS as TEXTS } from './texts.ts';
import { useRepKeys } from '../../sets/use-rep-keys.ts';
import { useStartSet } from './use-start-set.ts';

const CHOICES: readonly { advice: Advice; icon: IconName; means: string }[] = [
  { advice: 'drop', icon: 'down', means: TEXTS.dropMeans },
  { advice: 'stick', icon: 'loop', means: TEXTS.stickMeans },
  { advice: 'push', icon: 'raise', means: TEXTS.pushMeans },
];

/** A set whose reps are all counted: the rule of five proposes the criterion of the next (R347). */
export function AfterSet({ read, sound }: { read: FieldSet; sound: Sound }) {
  const { set, reps, hits } = read;
  const navigate = useNavigate();
  const actions = useSetActions();
  const start = useStartSet();
  const advised = adviceOf({ hits, reps: reps.length });
  const [chosen, setChosen] = useState<Advice | null>(null);
  const advice = chosen ?? advised;
  const criterion = criterionOf(set);
  const next = async () => {
    const started = await start({ ...nextCriterion(criterion, advice), videoId: set.videoId, position: read.sets });
    if (started) void navigate(setPath(started.id), { replace: true });
  };
  const finish = () => void navigate(`/video/${set.videoId}`, { replace: true });
  const undo = () => void actions.undo(read);
  useRepKeys({ u: undo });
  const tally = TEXTS.ofReps(hits, reps.length);
  return (
    <main id="main" className="field-view after">
      <FieldTop leave={TEXTS.finish} onLeave={finish} begunAt={read.begunAt} sound={sound} />
      <FieldWhat read={read} />
      <section className="field-line">
        <div className="field-scored">
          <Reps {...read} big />
          <p className="field-tally">{tally}</p>
        </div>
        <p role="status" className="sr-only">
          {`${tally}. ${TEXTS[advised]}`}
        </p>
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
              <span className="font-semi">{changedWords(criterion, nextCriterion(criterion, each))}</span>
            </label>
          ))}
        </div>
        <p className="text-15 text-ink-2">{TEXTS.reasons[advised]}</p>
      </section>
      <footer className="field-foot">
        <div className="field-pair">
          <Button className="min-h-14" onClick={() => void navigate(readyPath(set.videoId), { replace: true })}>
            {TEXTS.change}
          </Button>
          <Button className="min-h-14" onClick={undo}>
            {TEXTS.undoLast}
          </Button>
        </div>
        <Button tone="primary" className="field-start" onClick={() => void next()}>
          {TEXTS.next}
        </Button>
      </footer>
    </main>
  );
}

/** The criterion's changed part, such as '35 m'; '' if nothing changes. */
function changedWords(from: Criterion, to: Criterion): string {
  const fields = ['distanceM', 'durationS', 'count', 'distraction'] as const;
  const changed = fields.find((field) => from[field] !== to[field]);
  return changed ? criterionWords({ countWord: to.countWord, [changed]: to[changed] }) : '';
}
