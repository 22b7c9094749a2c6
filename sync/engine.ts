import { backoffMs } from './http/backoff.ts';
import { runCycle } from './cycle.ts';
import { mendDays } from './mend-days.ts';
import { mendDerivedIds } from './mend-derived-ids.ts';
import { foldTaps } from './outbox/taps.ts';
import type { Ports } from './ports/ports.ts';
import type { OutboxRecord } from './store/outbox-record.ts';
import type { PauseReason } from './store/setting-values.ts';
import type { Store } from './store/store.ts';
import type { Setback } from './http/classify-answer.ts';

/**
 * Reasons to start a cycle. `change` and `poke` announce work. The others also suggest that conditions have improved,
 * so they end any wait or pause.
 */
export type Trigger = 'change' | 'poke' | 'start' | 'online' | 'visible' | 'person' | 'background';

export interface EngineListeners {
  /** The server answered 401 or refused beta access. Called each time. */
  onPause?: (reason: PauseReason) => void;
  /** A cycle sent all that it could and read everything. */
  onIdle?: () => void;
  /** A fault of the app or its store; the engine retries after a while. */
  onFault?: (error: unknown) => void;
}

export interface Engine {
  trigger(trigger: Trigger): void;
  /** Resolves after the current cycle. */
  stop(): Promise<void>;
}

/** Longest time between two cycles without a poke. */
const LOOK_ANYWAY_MS = 5 * 60_000;

/**
 * Keeps one person's device in sync with the server for as long as it runs.
 *
 *                 ┌────────────── any trigger, or LOOK_ANYWAY_MS ◀─────────────┐
 *                 ▼                                                            │
 *   start ──▶ cycling ── all sent, all read ───────────────────────────────▶ idle
 *                 ▲ │
 *                 │ ├── no answer, 408/418/423/425/429, 5xx ──▶ waiting ── backoff over, or a trigger that
 *                 │ │                                              │       suggests better conditions
 *                 ├─────────────────────────────────────────────────┘
 *                 │ └── 401, beta access, 426, unknown 4xx ──▶ paused ── start, online, visible, person,
 *                 └────────────────────────────────────────────────┘     background
 *
 * A trigger during a cycle starts another one after it, unless the cycle ended in a wait or pause that this trigger
 * cannot end.
 */
export function startEngine(store: Store, ports: Ports, { onPause, onIdle, onFault }: EngineListeners = {}): Engine {
  let state: 'cycling' | 'idle' | 'waiting' | 'paused' = 'cycling';
  /** While waiting: whether a change or a poke ends the wait. */
  let newsHelps = false;
  let failures = 0;
  /** The strongest trigger since the cycle began. */
  let heard: 'nothing' | 'news' | 'hope' = 'nothing';
  let stopped = false;
  let nap = new AbortController();

  /** Mends what older versions stored before a cycle can send it. A failure must not keep the device from syncing. */
  async function mend() {
    for (const outcome of await Promise.allSettled([mendDays(store), mendDerivedIds(store, ports)]))
      if (outcome.status === 'rejected' && !stopped) onFault?.(outcome.reason);
  }

  async function run() {
    await mend();
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
    // A crash left them behind, or a pull has brought their set. Those that no set takes stay stored.
    await foldTaps(store, ports).catch(() => undefined);
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

  /** Changes that failed on their own have their own retry time. */
  async function untilNextDue(): Promise<number> {
    const now = ports.now();
    const firstOf = (state: OutboxRecord['state']) =>
      store.outbox
        .where('[state+nextAttemptAt]')
        .between([state, now], [state, now + LOOK_ANYWAY_MS], false)
        .first();
    const next = await Promise.all([firstOf('queued'), firstOf('blocked')]);
    return Math.min(LOOK_ANYWAY_MS, ...next.flatMap((record) => (record ? [record.nextAttemptAt - now] : [])));
  }

  /** While paused, or while waiting at the server's request, only a hopeful trigger starts a cycle. */
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
