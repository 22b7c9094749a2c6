import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RepKind } from '../../../api/contract/reps.ts';
import type { FieldSet } from '../../../sync/queries/field.ts';
import { readFacts } from '../../../sync/status/row-sync.ts';
import { Icon } from '../../components/icon.tsx';
import { useDeviceWord } from '../../components/use-is-phone.ts';
import { Reps } from '../../sets/reps.tsx';
import { useSetActions } from '../../sets/use-set-actions.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { elapsed } from './elapsed.ts';
import { FieldTop } from './field-top.tsx';
import { FieldWhat } from './field-what.tsx';
import { createFlashLimit } from './flash-limit.ts';
import { HoldButton } from './hold-button.tsx';
import type { Sound } from './sound.ts';
import { TapButton, type TapTimes } from './tap-button.tsx';
import { momentOf, type TapGuard, useChangedView } from './tap-guard.ts';
import { FIELD_TEXTS as TEXTS } from './texts.ts';
import type { CountedAhead } from './use-counted-ahead.ts';
import { useRepKeys } from '../../sets/use-rep-keys.ts';
import { useQuietOrLeft } from './use-quiet-or-left.ts';
import { useSecond } from './use-second.ts';

interface Flash {
  kind: RepKind;
  at: number;
}

interface CountingProps {
  read: FieldSet;
  onStored: CountedAhead['add'];
  /** Whether the browser keeps the screen on. */
  awake: boolean;
  guard: TapGuard;
  sound: Sound;
}

/** One set while it is counted (R346): two halves for a thumb, Miss and Hit. A tap sounds once its rep is stored. */
export function Counting({ read, onStored, awake, guard, sound }: CountingProps) {
  const { set, reps, hits } = read;
  const store = useStore();
  const navigate = useNavigate();
  // Putting a rep into its set takes longer than a trainer waits for the next tap.
  const actions = useSetActions(useQuietOrLeft());
  useChangedView(guard);
  const device = useDeviceWord();
  const offline = useLive(async () => !(await readFacts(store)).reachable, [store]);
  const [flash, setFlash] = useState<Flash | null>(null);
  const [mayFlash] = useState(createFlashLimit);

  async function tap(kind: RepKind, { timeStamp, pressedAt = timeStamp }: { timeStamp: number; pressedAt?: number }) {
    const now = momentOf({ timeStamp });
    if (!guard.counts(now, now - (timeStamp - pressedAt))) return;
    const rep = await actions.tap(set.id, kind);
    if (rep === null) return;
    onStored({ reps: [rep] });
    const stored = performance.now();
    if (kind !== 'helped' && mayFlash(stored)) setFlash({ kind, at: stored });
    sound.play(kind);
  }
  async function undo() {
    if (guard.isPalm()) return;
    const struck = await actions.undo(read);
    if (struck === null) return;
    onStored({ struck: [struck] });
  }
  useRepKeys({ m: (event) => void tap('miss', event), h: (event) => void tap('hit', event), u: () => void undo() });

  const last = reps.at(-1);
  const tally = TEXTS.ofReps(hits, reps.length);
  const halves = { flash, onFlashed: () => setFlash(null), onTap: tap };
  return (
    <main id="main" className="field-view counting">
      <FieldTop
        leave={TEXTS.finish}
        onLeave={() => void navigate(`/video/${set.videoId}`, { replace: true })}
        begunAt={read.begunAt}
        sound={sound}
      />
      <FieldWhat read={read} />
      <section className="field-line">
        <Reps {...read} big asked={set.repsAsked} />
        <p className="field-tally">{reps.length > 0 && tally}</p>
        <p className="text-ink-2">{last?.at == null ? TEXTS.set(read.number) : <Ago number={read.number} at={last.at} />}</p>
        {offline && (
          <p className="field-hint">
            <Icon name="offline" size="small" /> {TEXTS.offline(device)}
          </p>
        )}
        {!awake && <p className="field-hint">{TEXTS.sleeps}</p>}
      </section>
      <footer className="field-foot">
        <div className="field-pair">
          <TapButton className="field-button" onTap={(event) => void tap('helped', event)}>
            <span aria-hidden="true" className="mark helped" />
            {TEXTS.helped}
          </TapButton>
          <HoldButton disabled={reps.length === 0} onAct={() => void undo()} />
        </div>
        <div className="halves">
          <Half kind="miss" {...halves} />
          <Half kind="hit" {...halves} />
        </div>
      </footer>
    </main>
  );
}

interface HalfProps {
  kind: 'miss' | 'hit';
  flash: Flash | null;
  onFlashed: () => void;
  onTap: (kind: RepKind, times: TapTimes) => Promise<void>;
}

function Half({ kind, flash, onFlashed, onTap }: HalfProps) {
  return (
    <TapButton
      className={`half ${kind}`}
      data-flash={flash?.kind === kind ? flash.at : undefined}
      onAnimationEnd={onFlashed}
      onTap={(times) => void onTap(kind, times)}
    >
      <span aria-hidden="true" className={`mark ${kind}`} />
      {TEXTS[kind]}
      <kbd aria-hidden="true">{kind === 'hit' ? 'H' : 'M'}</kbd>
    </TapButton>
  );
}

function Ago({ number, at }: { number: number; at: number }) {
  const now = useSecond();
  return TEXTS.setAgo(number, elapsed(now - at));
}
