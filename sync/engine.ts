import { backoffMs } from './backoff.ts';
import { runCycle } from './cycle.ts';
import { isDue } from './envelope.ts';
import type { Ports } from './ports.ts';
import type { PauseReason } from './settings.ts';
import type { Store } from './store.ts';
import type { Setback } from './verdict.ts';

/**
 * What makes the engine try: `change` and `poke` tell of something to do; the others also say that things may have
 * become better, and end any wait or pause.
 */
export type Trigger = 'change' | 'poke' | 'start' | 'online' | 'visible' | 'person' | 'background';

export interface EngineListeners {
  /** The server answered 401, or refused beta access. Told each time. */
  onPause?: (reason: PauseReason) => void;
  /** All was sent that can go, and all was read. */
  onIdle?: () => void;
  /** A fault of the app or its store; the engine tries again after a while. */
  onFault?: (error: unknown) => void;
}

export interface Engine {
  trigger(trigger: Trigger): void;
  /** Ends after the cycle that is under way. */
  stop(): Promise<void>;
}

/** Without a poke for so long, it looks by itself. */
const LOOK_ANYWAY_MS = 5 * 60_000;

/**
 * Keeps one user's device in step with the server for as long as it runs.
 *
 *                 ┌────────────── any trigger, or LOOK_ANYWAY_MS ◀─────────────┐
 *                 ▼                                                            │
 *   start ──▶ cycling ── all sent, all read ───────────────────────────────▶ idle
 *                 ▲ │
 *                 │ ├── no answer, 408/418/423/425/429, 5xx ──▶ waiting ── backoff over, or a trigger that
 *                 │ │                                              │       says that things are better
 *                 ├─────────────────────────────────────────────────┘
 *                 │ └── 401, beta access, 426, unknown 4xx ──▶ paused ── start, online, visible, person,
 *                 └────────────────────────────────────────────────┘     background
 *
 * A trigger during a cycle starts another one after it, unless that ended in a wait or pause which such a trigger does not end.
 */
export function startEngine(store: Store, ports: Ports, { onPause, onIdle, onFault }: EngineListeners = {}): Engine {
  let state: 'cycling' | 'idle' | 'waiting' | 'paused' = 'cycling';
  /** While waiting: whether a change or a poke ends it. */
  let newsHelps = false;
  let failures = 0;
  /** Since the last cycle began. */
  let heard: 'nothing' | 'news' | 'hope' = 'nothing';
  let stopped = false;
  let nap = new AbortController();

  async function run() {
    while (!stopped) {
      state = 'cycling';
      heard = 'nothing';
      const waitMs = await tryOnce().catch((error: unknown) => {
        if (!stopped) onFault?.(error);
        state = 'waiting';
        return backoffMs(++failures, ports.random);
      });
      if (stopped || (heard !== 'nothing' && isWorthATry(heard === 'hope'))) continue;
      nap = new AbortController();
      await ports.sleep(waitMs, nap.signal);
    }
  }

  /** @returns how long to sleep, in milliseconds */
  async function tryOnce(): Promise<number> {
    const setback = await runCycle(store, ports);
    if (!setback) {
      state = 'idle';
      failures = 0;
      newsHelps = false;
      onIdle?.();
      return untilNextDue();
    }
    if (setback.kind === 'pause') {
      state = 'paused';
      onPause?.(setback.reason);
      return LOOK_ANYWAY_MS;
    }
    return waitAfter(setback);
  }

  function waitAfter({ reachable, newMayGo, afterMs }: Setback & { kind: 'retry' }): number {
    state = 'waiting';
    newsHelps = !reachable || newMayGo === true;
    failures += 1;
    return Math.max(afterMs ?? 0, backoffMs(failures, ports.random));
  }

  /** Changes that failed by themselves have a time of their own. */
  async function untilNextDue(): Promise<number> {
    const now = ports.now();
    const waiting = await store.outbox.where('state').anyOf('queued', 'blocked').filter((record) => !isDue(record, now)).toArray();
    return Math.max(0, Math.min(LOOK_ANYWAY_MS, ...waiting.map(({ nextAttemptAt }) => nextAttemptAt - now)));
  }

  /** Whoever was turned away waits, whatever there is to do; a server that asked for patience gets it. */
  function isWorthATry(isHopeful: boolean): boolean {
    return isHopeful || state === 'idle' || (state === 'waiting' && newsHelps);
  }

  const ended = run();
  return {
    trigger(trigger) {
      const isHopeful = trigger !== 'change' && trigger !== 'poke';
      if (isHopeful) failures = 0;
      if (heard !== 'hope') heard = isHopeful ? 'hope' : 'news';
      if (isWorthATry(isHopeful)) nap.abort();
    },
    async stop() {
      stopped = true;
      nap.abort();
      await ended;
    },
  };
}
