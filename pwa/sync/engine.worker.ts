/// <reference lib="webworker" />
import { browserPorts } from '../../sync/ports/browser-ports.ts';
import { startEngine } from '../../sync/engine.ts';
import type { EarlierAccountWish, FromEngine, Leaving, ToEngine } from '../../sync/engine-messages.ts';
import { freeAsChosen } from '../../sync/media/forget-media.ts';
import { adoptEarlierAccount, declineEarlierAccount } from '../../sync/sign-out/settle-earlier-account.ts';
import { ensureLockKey } from '../../sync/sign-out/lock-key.ts';
import { leaveAllBut } from '../../sync/sign-out/leave-all-but.ts';
import { announceLeaving, leavingChannel } from '../../sync/sign-out/leaving-channel.ts';
import { lockWork } from '../../sync/sign-out/lock-work.ts';
import { openDeviceFiles } from '../../sync/files/open-device-files.ts';
import { listenForPokes } from '../../sync/pull/pokes.ts';
import { recoverMedia } from '../../sync/media/recover-media.ts';
import { sharesConnections } from '../../sync/transfers/shares-connections.ts';
import { forgetDevice } from '../../sync/sign-out/sign-out.ts';
import { openStore } from '../../sync/store/store.ts';
import { discardLockedWork, listLockedWork, unlockWork } from '../../sync/sign-out/unlock-work.ts';
import { untilDone } from '../../sync/ports/until-done.ts';
import { startUploads } from '../../sync/transfers/uploads.ts';
import { watchConnection } from '../../sync/transfers/watch-connection.ts';
import { watchTriggers } from '../../sync/watch-triggers.ts';

declare const self: DedicatedWorkerGlobalScope;

const tell = (message: FromEngine) => self.postMessage(message);

async function start(userId: string, isSignedIn: boolean) {
  const [store, files, lockedFiles] = await Promise.all([openStore(userId), openDeviceFiles(userId), openDeviceFiles(`kept-${userId}`)]);
  const ports = browserPorts(files);
  // Files being restored have no rows yet, so no sweep may run at the same time.
  const alone = <T>(body: () => Promise<T>) => ports.lock(`longline-recover-${userId}`, body);
  // Not awaited: syncing must not wait for a file that cannot be read, or for a frozen tab that is recovering files.
  alone(() => recoverMedia(store, ports)).catch((error: unknown) => self.reportError(error));
  alone(() => listLockedWork(store)).catch((error: unknown) => self.reportError(error));
  const untilUnlocked = () =>
    untilDone(
      () => alone(() => unlockWork(store, ports, lockedFiles)),
      (error) => self.reportError(error),
    );
  let unlock = untilUnlocked();
  const leave = untilDone(
    async () => {
      const { isDone, erased } = await leaveAllBut(userId);
      if (erased !== null) tell({ type: 'account-erased', userId: erased });
      return isDone;
    },
    (error) => self.reportError(error),
  );
  if (isSignedIn) leave();
  const listening = new AbortController();
  // Await this before any upload: the stored connection type may be from the last time the app was open.
  await watchConnection(store, navigator as Parameters<typeof watchConnection>[1], listening.signal);
  const uploads = startUploads(store, ports, {
    sharesConnections: () => sharesConnections(performance.getEntriesByType('resource') as PerformanceResourceTiming[], ports.origin),
    // The engine makes a request of its own, which distinguishes an expired sign-in from a refused file.
    onSignedOut: () => engine.trigger('person'),
  });
  const engine = startEngine(store, ports, {
    onPause(reason) {
      if (reason === 'signed-out') tell({ type: 'signed-out' });
      if (reason === 'erased') tell({ type: 'account-erased', userId });
      if (reason === 'beta') tell({ type: 'beta-refused' });
    },
    onFault: (error) => self.reportError(error),
    onIdle() {
      // The server has just answered, so retry files that waited for the network.
      uploads.wake({ network: true });
      void freeAsChosen(store, ports);
      void ensureLockKey(store, ports);
      // The person is signed in, so open the work that they locked when signing out.
      unlock();
      leave();
    },
  });
  void listenForPokes(store, ports, () => engine.trigger('poke'), listening.signal);
  const watching = watchTriggers(store, () => engine.trigger('change'));

  const hopeful = (trigger: 'online' | 'visible' | 'person') => {
    engine.trigger(trigger);
    uploads.wake({ network: true });
    if (trigger !== 'person') return;
    // Also retry locked work that could not be opened: another device may have returned the key.
    unlock = untilUnlocked();
    unlock();
  };
  self.addEventListener('online', () => hopeful('online'));

  const stop = () => {
    watching.unsubscribe();
    listening.abort();
    return Promise.all([engine.stop(), uploads.stop()]);
  };

  // When another tab signs out, close the store at once; otherwise a waiting cycle would pull everything again.
  const leaving = leavingChannel(userId);
  leaving.addEventListener('message', () => {
    store.close();
    tell({ type: 'leaving' });
    void stop();
  });

  async function signOut(wish: Leaving) {
    await announceLeaving(leaving, userId, ports);
    await stop();
    // Steal the lock if a frozen tab holds it, so that its cycle cannot block the sign-out.
    await ports.lock(
      `longline-cycle-${userId}`,
      () => (wish.how === 'keep' ? lockWork(store, ports, lockedFiles) : forgetDevice(store, ports, wish.agreed)),
      { ofTheLiving: true },
    );
  }
  const discardLocked = (id: string) =>
    void alone(() => discardLockedWork(store, lockedFiles, id)).catch((error: unknown) => self.reportError(error));

  // Here and not on the page, where some browsers cannot write files.
  const settleEarlier = (id: string, wish: EarlierAccountWish) =>
    wish === 'adopt' ? adoptEarlierAccount(id, { store, ports }) : declineEarlierAccount(id, userId);

  return { hopeful, signOut, discardLocked, settleEarlier };
}

let started: ReturnType<typeof start> | null = null;
self.addEventListener('message', ({ data }: MessageEvent<ToEngine>) => {
  if (data.type === 'start') started ??= start(data.userId, data.isSignedIn);
  else if (data.type === 'leave') {
    started
      ?.then(({ signOut }) => signOut(data.leaving))
      .then(() => tell({ type: 'left' }))
      .catch((error: unknown) => tell({ type: 'not-left', message: String(error) }));
  } else if (data.type === 'earlier-account') {
    const { id, wish } = data;
    started
      ?.then(({ settleEarlier }) => settleEarlier(id, wish))
      .then(() => tell({ type: 'earlier-account-done', id }))
      .catch((error: unknown) => tell({ type: 'earlier-account-failed', id, message: String(error) }));
  } else if (data.type === 'discard-locked') void started?.then(({ discardLocked }) => discardLocked(data.id));
  else void started?.then(({ hopeful }) => hopeful(data.type === 'visible' ? 'visible' : 'person'));
});
