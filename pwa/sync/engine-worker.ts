import type { FromEngine, Leaving, ToEngine } from '../../sync/engine-messages.ts';

export interface EngineWorker {
  tryNow: () => void;
  /** Ends the engine and clears this device of its person, with unsynced work locked or gone. Rejects when it cannot. */
  leave: (leaving: Leaving) => Promise<void>;
  stop: () => void;
}

export interface EngineListeners {
  onSignedOut: () => void;
  onBetaRefused: () => void;
}

/** Runs the engine off the main thread for as long as this page is open. */
export function startEngineWorker(userId: string, { onSignedOut, onBetaRefused }: EngineListeners): EngineWorker {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'longline-engine' });
  const tell = (message: ToEngine) => worker.postMessage(message);
  const whenVisible = () => {
    if (document.visibilityState === 'visible') tell({ type: 'visible' });
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromEngine>) => {
    if (data.type === 'signed-out') onSignedOut();
    if (data.type === 'beta-refused') onBetaRefused();
  });
  document.addEventListener('visibilitychange', whenVisible);
  tell({ type: 'start', userId });
  return {
    tryNow: () => tell({ type: 'try' }),
    leave: (leaving) =>
      new Promise((resolve, reject) => {
        worker.addEventListener('message', ({ data }: MessageEvent<FromEngine>) => {
          if (data.type === 'left') resolve();
          if (data.type === 'not-left') reject(new Error(data.message));
        });
        tell({ type: 'leave', leaving });
      }),
    stop() {
      document.removeEventListener('visibilitychange', whenVisible);
      // Ending it anywhere is safe: what was on the wire is sent again under the same key.
      worker.terminate();
    },
  };
}
