import { afterEach, expect, it, vi } from 'vitest';
import { startEngineWorker } from './start-engine-worker.ts';

/** A worker that is never heard of again. */
class SilentWorker extends EventTarget {
  postMessage() {}
  terminate() {}
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('gives up what an engine should do if the browser suspends the page meanwhile', async () => {
  const page = new EventTarget();
  vi.stubGlobal('Worker', SilentWorker);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const listeners = { onSignedOut: () => {}, onErased: () => {}, onBetaRefused: () => {}, onLeaving: () => {} };
  const engine = startEngineWorker('kate', true, listeners);
  const settled = engine.settleEarlier('earlier', 'adopt');
  page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
  await expect(settled).rejects.toThrow('stopped');
});
