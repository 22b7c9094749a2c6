import { useCallback, useEffect, useRef, useState } from 'react';
import { openDeviceFiles } from '../../sync/files/open-device-files.ts';
import { recoverMedia } from '../../sync/media/recover-media.ts';
import { browserPorts } from '../../sync/ports/browser-ports.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import { leavingChannel } from '../../sync/sign-out/leaving-channel.ts';
import { MoreUnsynced, unsyncedWork } from '../../sync/sign-out/sign-out.ts';
import { openExisting } from '../../sync/store/person-of-device.ts';
import type { UnsyncedWork } from '../../sync/store/setting-values.ts';
import type { Store } from '../../sync/store/store.ts';
import { takeUpLastWords } from '../sync/last-words.ts';
import { eraseHere } from './erase-here.ts';

const NOTHING: UnsyncedWork = { changes: 0, files: 0, drafts: 0 };

export type ErasingState =
  | { is: 'removing' | 'cleared' | 'failed' }
  /** No server has this work, and the person has not been asked yet. */
  | { is: 'asking'; store: Store; ports: Ports; work: UnsyncedWork; email: string | null };

export interface Erasing {
  state: ErasingState;
  /** Removes everything, with the work about which it asks. */
  remove: () => void;
}

/**
 * Removes what this browser holds of an erased account. If there is work that no server has, it asks first: its person may save that.
 * @param agreed the work that they have already agreed to lose
 */
export function useErasing(userId: string, agreed: UnsyncedWork = NOTHING): Erasing {
  const [state, setState] = useState<ErasingState>({ is: 'removing' });
  const asked = useRef<{ store: Store; work: UnsyncedWork } | null>(null);
  const { changes, files, drafts } = agreed;

  const erase = useCallback(
    async (lost: UnsyncedWork) => {
      asked.current?.store.close();
      asked.current = null;
      setState({ is: 'removing' });
      await eraseHere(userId, lost);
      setState({ is: 'cleared' });
    },
    [userId],
  );
  const begin = useCallback(async () => {
    const store = await openExisting(userId);
    if (!store) return erase(NOTHING);
    const ports = browserPorts(await openDeviceFiles(userId));
    // On a full device the last words stay where they are, and count as work.
    const left = await takeUpLastWords(store).then(
      () => 0,
      () => 1,
    );
    // A film that a crash cut off is work too. A frozen tab may hold the lock.
    const recover = () => recoverMedia(store, ports);
    await ports.lock(`longline-recover-${userId}`, recover, { ifAvailable: true }).catch(reportError);
    const { drafts: stored, ...others } = await unsyncedWork(store);
    const work = { ...others, drafts: stored + left };
    const profile = await store.view('profile').get(userId);
    if (work.changes <= changes && work.files <= files && work.drafts <= drafts) {
      store.close();
      return erase({ changes, files, drafts });
    }
    asked.current = { store, work };
    setState({ is: 'asking', store, ports, work, email: profile?.email ?? null });
  }, [erase, changes, files, drafts, userId]);
  const run = useCallback(
    (step: () => Promise<void>) => {
      step()
        .catch((error: unknown) => {
          if (!(error instanceof MoreUnsynced)) throw error;
          // Another tab saved something meanwhile.
          return begin();
        })
        .catch((error: unknown) => {
          reportError(error);
          setState({ is: 'failed' });
        });
    },
    [begin],
  );

  useEffect(() => {
    // Another tab removes it: this one must not hold the store open, and waits for the end.
    const channel = leavingChannel(userId);
    channel.addEventListener('message', () => asked.current && run(() => erase(NOTHING)));
    run(begin);
    return () => {
      channel.close();
      asked.current?.store.close();
    };
  }, [begin, erase, run, userId]);

  return { state, remove: () => run(() => erase(asked.current?.work ?? NOTHING)) };
}
