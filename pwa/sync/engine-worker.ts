import type { FromEngine, Leaving, ToEngine } from '../../sync/engine-messages.ts';
import { whenIdle } from './when-idle.ts';

export interface EngineWorker {
  tryNow: () => void;
  /** Gives up locked work that cannot be opened. */
  discardLocked: (id: string) => void;
  /** Ends the engine and clears this device of its person, with unsynced work locked or gone. Rejects when it cannot. */
  leave: (leaving: Leaving) => Promise<void>;
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
  return {
    tryNow: () => tell({ type: 'try' }),
    discardLocked: (id) => tell({ type: 'discard-locked', id }),
    leave: (leaving) =>
      new Promise((resolve, reject) => {
        running().addEventListener('message', ({ data }: MessageEvent<FromEngine>) => {
          if (data.type === 'left') resolve();
          if (data.type !== 'not-left') return;
          // Whoever stays goes on syncing, with an engine started anew.
          worker?.terminate();
          worker = null;
          running();
          reject(new Error(data.message));
        });
        tell({ type: 'leave', leaving });
      }),
    stop() {
      notYet();
      document.removeEventListener('visibilitychange', whenVisible);
      // Ending it anywhere is safe: what was on the wire is sent again under the same key.
      worker?.terminate();
    },
  };
}
