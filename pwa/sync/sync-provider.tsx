import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { browserPorts } from '../../sync/ports/browser-ports.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import { openExisting } from '../../sync/store/person-of-device.ts';
import { openStore, type Store } from '../../sync/store/store.ts';
import { FullPageLoading } from '../components/full-page-loading.tsx';
import { useSignIn } from '../sign-in/sign-in-context.tsx';
import { signedInUserId } from '../sign-in/signed-in-user-id.ts';
import { type EngineWorker, startEngineWorker } from './start-engine-worker.ts';
import { filesWhenOpen } from './files-when-open.ts';
import { afterFirstCards } from './first-cards.ts';
import { type OnlineAccount, OnlineAccountContext } from './online-account.ts';
import { refuseLastWords, takeUpLastWords, takeUpOthersLastWords } from './last-words.ts';
import { writeUnwritten } from './unwritten-words.ts';

interface Sync extends OnlineAccount {
  store: Store;
  ports: Ports;
  engine: EngineWorker;
}

const SyncContext = createContext<Sync | null>(null);

/**
 * Opens the person's store on this device and starts the engine that syncs it. The store normally opens within
 * milliseconds; if it cannot open, the nearest error boundary shows the error.
 */
export function SyncProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const signIn = useSignIn();
  const [sync, setSync] = useState<Sync | null>(null);

  useEffect(() => {
    let opened: Sync | null = null;
    let left = false;
    async function open() {
      const files = filesWhenOpen(() => filesOf(userId));
      const store = await openStore(userId);
      // On a full device this fails, but the log must still open.
      await takeUpLastWords(store).catch(() => undefined);
      // The engine then seals or clears what others left (R178).
      if (isSignedIn(userId)) await takeUpOthersLastWords(userId, openExisting).catch(() => undefined);
      if (left) return store.close();
      const engine = startEngineWorker(userId, isSignedIn(userId), {
        onSignedOut: () => void signIn.expired(),
        onErased: (erased) => signIn.erased(erased),
        onBetaRefused: () => signIn.betaRefused(),
        onLeaving: () => {
          void writeUnwritten().then(() => {
            refuseLastWords(userId);
            return signIn.expired();
          });
        },
      });
      opened = { userId, store, ports: browserPorts(files), engine };
      setSync(opened);
    }
    open().catch((error: unknown) =>
      setSync(() => {
        throw error;
      }),
    );
    return () => {
      left = true;
      opened?.engine.stop();
      // The forms inside unmount after this, so store the text typed into them first.
      void writeUnwritten().then(() => opened?.store.close());
      setSync(null);
    };
  }, [userId, signIn]);

  if (!sync) return <FullPageLoading />;
  return (
    <SyncContext value={sync}>
      <OnlineAccountContext value={sync}>{children}</OnlineAccountContext>
    </SyncContext>
  );
}

/** The code of device files loads after the first cards, which need files only for their pictures. */
const filesOf = async (userId: string) => {
  await new Promise<void>((resolve) => afterFirstCards(resolve));
  return (await import('../../sync/files/open-device-files.ts')).openDeviceFiles(userId);
};

/** Whether the server has signed this person in on this device, and not someone else since. */
const isSignedIn = (userId: string) => signedInUserId(document.cookie) === userId;

function useSync(): Sync {
  const sync = useContext(SyncContext);
  if (!sync) throw new Error('No SyncProvider around this component');
  return sync;
}

export const useStore = (): Store => useSync().store;
export const usePorts = (): Ports => useSync().ports;
/** Returns a function that makes the engine sync now, for explicit requests by the person. */
export const useTryNow = (): (() => void) => useSync().engine.tryNow;
export const useEngine = (): EngineWorker => useSync().engine;
