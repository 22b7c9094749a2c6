/// <reference lib="webworker" />
import { liveQuery } from 'dexie';
import { browserPorts } from '../../sync/browser-ports.ts';
import type { FromEngine, ToEngine } from '../../sync/engine-messages.ts';
import { startEngine } from '../../sync/engine.ts';
import { openDeviceFiles } from '../../sync/open-device-files.ts';
import { listenForPokes } from '../../sync/pokes.ts';
import { recoverMedia } from '../../sync/recover-media.ts';
import { readSetting } from '../../sync/settings.ts';
import { openStore, type Store } from '../../sync/store.ts';
import { startUploads } from '../../sync/uploads.ts';

declare const self: DedicatedWorkerGlobalScope;

const tell = (message: FromEngine) => self.postMessage(message);

async function start(userId: string) {
  const [store, files] = await Promise.all([openStore(userId), openDeviceFiles(userId)]);
  const ports = browserPorts(files);
  await recoverMedia(store, ports);
  const uploads = startUploads(store, ports, {
    onSignedOut: ({ code }) => tell({ type: code === 'beta_required' ? 'beta-refused' : 'signed-out' }),
  });
  const engine = startEngine(store, ports, {
    onPause(reason) {
      if (reason === 'signed-out') tell({ type: 'signed-out' });
      if (reason === 'beta') tell({ type: 'beta-refused' });
    },
    onIdle: () => uploads.wake(),
  });
  const hopeful = (trigger: 'online' | 'visible' | 'person') => {
    engine.trigger(trigger);
    uploads.wake({ network: true });
  };
  self.addEventListener('online', () => hopeful('online'));
  liveQuery(() => whatIsNew(store)).subscribe(() => engine.trigger('change'));
  void listenForPokes(store, ports, () => engine.trigger('poke'), new AbortController().signal);
  return hopeful;
}

/** Changes whenever something was queued or somebody asked to try, in any page or worker of this browser. */
async function whatIsNew(store: Store): Promise<unknown> {
  const [newest, wake] = await Promise.all([store.outbox.orderBy('seq').last(), readSetting(store, 'wake')]);
  return [newest?.seq, newest?.key, wake];
}

let started: ReturnType<typeof start> | null = null;
self.addEventListener('message', ({ data }: MessageEvent<ToEngine>) => {
  if (data.type === 'start') started ??= start(data.userId);
  else void started?.then((hopeful) => hopeful(data.type === 'visible' ? 'visible' : 'person'));
});
