import type { FromEngine, ToEngine } from '../../sync/engine-messages.ts';

export interface EngineWorker {
  tryNow: () => void;
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
    else onBetaRefused();
  });
  document.addEventListener('visibilitychange', whenVisible);
  tell({ type: 'start', userId });
  return {
    tryNow: () => tell({ type: 'try' }),
    stop() {
      document.removeEventListener('visibilitychange', whenVisible);
      // Ending it anywhere is safe: what was on the wire is sent again under the same key.
      worker.terminate();
    },
  };
}
