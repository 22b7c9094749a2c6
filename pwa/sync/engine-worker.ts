import type { FromEngine, Leaving, ToEngine } from '../../sync/engine-messages.ts';
import { whenIdle } from './when-idle.ts';

export interface EngineWorker {
  tryNow: () => void;
  /** Gives up locked work that cannot be opened. */
  discardLocked: (id: string) => void;
  /** Ends the engine and clears this device of its person, with unsynced work locked or gone. Rejects when it cannot. */
  leave: (leaving: Leaving) => Promise<void>;
  /** Ends the engine until it is next needed, so that it makes no requests. */
  rest: () => void;
  stop: () => void;
}

export interface EngineListeners {
  onSignedOut: () => void;
  onBetaRefused: () => void;
}

/** Runs the engine off the main thread for as long as this page is open; begins when the page has drawn. */
export function startEngineWorker(userId: string, { onSignedOut, onBetaRefused }: EngineListeners): EngineWorker {
  let worker: Worker | null = null;

  function running(): Worker {
    if (worker) return worker;
    worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'longline-engine' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromEngine>) => {
      if (data.type === 'signed-out') onSignedOut();
      if (data.type === 'beta-refused') onBetaRefused();
    });
    worker.postMessage({ type: 'start', userId } satisfies ToEngine);
    return worker;
  }

  const tell = (message: ToEngine) => running().postMessage(message);
  const whenVisible = () => {
    if (document.visibilityState === 'visible') tell({ type: 'visible' });
  };
  const notYet = whenIdle(() => void running());
  document.addEventListener('visibilitychange', whenVisible);
  const rest = () => {
    notYet();
    // Safe at any moment: unanswered changes are sent again under the same keys.
    worker?.terminate();
    worker = null;
  };
  return {
    tryNow: () => tell({ type: 'try' }),
    discardLocked: (id) => tell({ type: 'discard-locked', id }),
    leave: (leaving) =>
      new Promise((resolve, reject) => {
        running().addEventListener('message', ({ data }: MessageEvent<FromEngine>) => {
          if (data.type === 'left') resolve();
          if (data.type !== 'not-left') return;
          // Whoever stays goes on syncing, with an engine started anew.
          rest();
          running();
          reject(new Error(data.message));
        });
        tell({ type: 'leave', leaving });
      }),
    rest,
    stop() {
      document.removeEventListener('visibilitychange', whenVisible);
      rest();
    },
  };
}
