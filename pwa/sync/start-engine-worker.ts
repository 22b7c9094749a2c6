import type { EarlierAccountWish, FromEngine, Leaving, ToEngine } from '../../sync/engine-messages.ts';
import { afterFirstCards } from './first-cards.ts';

export interface EngineWorker {
  tryNow: () => void;
  /** Discards locked work that cannot be opened. */
  discardLocked: (id: string) => void;
  /**
   * Stops the engine and clears this device's data of the person; unsynced work is locked or discarded.
   * Rejects if that fails.
   */
  leave: (leaving: Leaving) => Promise<void>;
  /**
   * Adds the content of an earlier account of the person, or lets it leave. Rejects if that fails, or if the engine is stopped
   * meanwhile; nothing is lost then.
   */
  settleEarlier: (id: string, wish: EarlierAccountWish) => Promise<void>;
  /** Stops the engine, and so its requests, until it is needed again. Does nothing while the person is leaving. */
  pause: () => void;
  stop: () => void;
}

export interface EngineWorkerListeners {
  onSignedOut: () => void;
  onErased: (userId: string) => void;
  onBetaRefused: () => void;
  /** Another tab is about to seal or clear this person's work. */
  onLeaving: () => void;
}

/** Runs the engine in a worker while this page is open. It starts after the first cards are drawn, or when it is needed. */
export function startEngineWorker(
  userId: string,
  isSignedIn: boolean,
  { onSignedOut, onErased, onBetaRefused, onLeaving }: EngineWorkerListeners,
): EngineWorker {
  let worker: Worker | null = null;
  /** The worker is clearing this device and must not be stopped meanwhile. */
  let leaving = false;
  /** Ends what waits for an answer of the worker that runs now. */
  let stopped = new AbortController();

  function running(): Worker {
    if (worker) return worker;
    worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'longline-engine' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromEngine>) => {
      if (data.type === 'signed-out') onSignedOut();
      if (data.type === 'account-erased') onErased(data.userId);
      if (data.type === 'beta-refused') onBetaRefused();
      if (data.type === 'leaving') onLeaving();
    });
    worker.postMessage({ type: 'start', userId, isSignedIn } satisfies ToEngine);
    return worker;
  }

  const tell = (message: ToEngine) => running().postMessage(message);
  const whenVisible = () => {
    if (document.visibilityState === 'visible') tell({ type: 'visible' });
  };
  const notYet = afterFirstCards(() => void running());
  document.addEventListener('visibilitychange', whenVisible);
  const end = () => {
    notYet();
    // Safe while it only syncs: unanswered changes are resent under the same keys.
    worker?.terminate();
    worker = null;
    stopped.abort(new Error('The engine was stopped'));
    stopped = new AbortController();
  };
  const pause = () => {
    if (!leaving) end();
  };
  // A browser may keep a page that was left, suspended with its worker. WebKit leaves the worker's locks and transactions in
  // force, and the next page would wait for them (docs/decisions/0097).
  const left = ({ persisted }: PageTransitionEvent) => {
    if (persisted) pause();
  };
  const returned = ({ persisted }: PageTransitionEvent) => {
    if (persisted) running();
  };
  addEventListener('pagehide', left);
  addEventListener('pageshow', returned);
  return {
    tryNow: () => tell({ type: 'try' }),
    discardLocked: (id) => tell({ type: 'discard-locked', id }),
    leave: (how) =>
      new Promise((resolve, reject) => {
        leaving = true;
        running().addEventListener('message', ({ data }: MessageEvent<FromEngine>) => {
          if (data.type === 'left') resolve();
          if (data.type !== 'not-left') return;
          // The person stays signed in, so restart the engine and continue syncing.
          leaving = false;
          end();
          running();
          reject(new Error(data.message));
        });
        tell({ type: 'leave', leaving: how });
      }),
    settleEarlier: (id, wish) =>
      new Promise((resolve, reject) => {
        const engine = running();
        const { signal } = stopped;
        const answered = ({ data }: MessageEvent<FromEngine>) => {
          if ((data.type !== 'earlier-account-done' && data.type !== 'earlier-account-failed') || data.id !== id) return;
          engine.removeEventListener('message', answered);
          if (data.type === 'earlier-account-done') resolve();
          else reject(new Error(data.message));
        };
        engine.addEventListener('message', answered);
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        tell({ type: 'earlier-account', id, wish });
      }),
    pause,
    stop() {
      removeEventListener('pagehide', left);
      removeEventListener('pageshow', returned);
      document.removeEventListener('visibilitychange', whenVisible);
      end();
    },
  };
}
