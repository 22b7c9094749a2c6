import { useCallback, useEffect, useRef, useState } from 'react';
import { openDeviceFiles } from '../../sync/files/open-device-files.ts';
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
const EVERYTHING: UnsyncedWork = { changes: Infinity, files: Infinity, drafts: Infinity };

export type ErasingState =
  | { is: 'removing' | 'cleared' | 'failed' }
  /** No server has this work, and the person has not been asked yet. */
  | { is: 'asking'; store: Store; ports: Ports; work: UnsyncedWork };

export interface Erasing {
  state: ErasingState;
  /** Removes everything, with the work about which it asks. */
  remove: () => void;
}

/**
 * Removes what this browser holds of an erased account, but for work that no server has: its person may save that first.
 * @param isAgreed whether they have already agreed to lose it
 */
export function useErasing(userId: string, isAgreed: boolean): Erasing {
  const [state, setState] = useState<ErasingState>({ is: 'removing' });
  const asked = useRef<{ store: Store; work: UnsyncedWork } | null>(null);

  const erase = useCallback(
    async (agreed: UnsyncedWork) => {
      asked.current?.store.close();
      asked.current = null;
      setState({ is: 'removing' });
      await eraseHere(userId, agreed);
      setState({ is: 'cleared' });
    },
    [userId],
  );
  const begin = useCallback(async () => {
    const store = await openExisting(userId);
    if (!store) return erase(NOTHING);
    await takeUpLastWords(store).catch(() => undefined);
    const work = await unsyncedWork(store);
    if (isAgreed || work.changes + work.files + work.drafts === 0) {
      store.close();
      return erase(isAgreed ? EVERYTHING : NOTHING);
    }
    asked.current = { store, work };
    setState({ is: 'asking', store, ports: browserPorts(await openDeviceFiles(userId)), work });
  }, [erase, isAgreed, userId]);
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
