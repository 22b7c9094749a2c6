/// <reference lib="webworker" />
import { liveQuery } from 'dexie';
import { browserPorts } from '../../sync/browser-ports.ts';
import { startEngine } from '../../sync/engine.ts';
import type { FromEngine, Leaving, ToEngine } from '../../sync/engine-messages.ts';
import { ensureKeepKey } from '../../sync/keep-key.ts';
import { keepLocked, unlockKept } from '../../sync/kept-work.ts';
import { openDeviceFiles } from '../../sync/open-device-files.ts';
import { listenForPokes } from '../../sync/pokes.ts';
import { recoverMedia } from '../../sync/recover-media.ts';
import { readSetting } from '../../sync/settings.ts';
import { forgetDevice } from '../../sync/sign-out.ts';
import { openStore, type Store } from '../../sync/store.ts';
import { startUploads } from '../../sync/uploads.ts';

declare const self: DedicatedWorkerGlobalScope;

const tell = (message: FromEngine) => self.postMessage(message);

async function start(userId: string) {
  const [store, files, keptFiles] = await Promise.all([
    openStore(userId),
    openDeviceFiles(userId),
    openDeviceFiles(`kept-${userId}`),
  ]);
  const ports = browserPorts(files);
  await recoverMedia(store, ports);
  const uploads = startUploads(store, ports, {
    // The engine asks in its turn, which tells a session that is over from a file that was refused.
    onSignedOut: () => engine.trigger('person'),
  });
  const engine = startEngine(store, ports, {
    onPause(reason) {
      if (reason === 'signed-out') tell({ type: 'signed-out' });
      if (reason === 'beta') tell({ type: 'beta-refused' });
    },
    onFault: (error) => self.reportError(error),
    onIdle() {
      uploads.wake();
      void ensureKeepKey(store, ports);
    },
  });
  // What its person locked here when they signed out comes back now that the server knows them again.
  void unlockKept(store, ports, keptFiles);
  const listening = new AbortController();
  void listenForPokes(store, ports, () => engine.trigger('poke'), listening.signal);
  const watching = liveQuery(() => whatIsNew(store)).subscribe(() => engine.trigger('change'));

  const hopeful = (trigger: 'online' | 'visible' | 'person') => {
    engine.trigger(trigger);
    uploads.wake({ network: true });
  };
  self.addEventListener('online', () => hopeful('online'));

  async function leave(leaving: Leaving) {
    watching.unsubscribe();
    listening.abort();
    await Promise.all([engine.stop(), uploads.stop()]);
    if (leaving === 'keep') await keepLocked(store, ports, keptFiles);
    else await forgetDevice(store, ports);
  }
  return { hopeful, leave };
}

/** Changes whenever something was queued or somebody asked to try, in any page or worker of this browser. */
async function whatIsNew(store: Store): Promise<unknown> {
  const [newest, wake] = await Promise.all([store.outbox.orderBy('seq').last(), readSetting(store, 'wake')]);
  return [newest?.seq, newest?.key, wake];
}

let started: ReturnType<typeof start> | null = null;
self.addEventListener('message', ({ data }: MessageEvent<ToEngine>) => {
  if (data.type === 'start') started ??= start(data.userId);
  else if (data.type === 'leave') {
    started
      ?.then(({ leave }) => leave(data.leaving))
      .then(() => tell({ type: 'left' }))
      .catch((error: unknown) => tell({ type: 'not-left', message: String(error) }));
  } else void started?.then(({ hopeful }) => hopeful(data.type === 'visible' ? 'visible' : 'person'));
});
