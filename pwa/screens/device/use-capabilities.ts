import { useCallback, useEffect, useState } from 'react';
import type { StorageUse } from '../../../sync/ports/device-files.ts';
import { subscribeInstall } from '../../install/install-prompt.ts';
import type { Capabilities } from './capabilities.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { detectCapabilities } from './detect-capabilities.ts';

export interface CapabilitiesState {
  /** Undefined until the browser has answered. */
  found: { capabilities: Capabilities; storageUse: StorageUse | null } | undefined;
  /** Asks the browser again, after a change. */
  refresh: () => void;
}

/** What this device can do now. Asks again when the person comes back from the browser's settings. */
export function useCapabilities(): CapabilitiesState {
  const { files } = usePorts();
  const [found, setFound] = useState<CapabilitiesState['found']>();
  const refresh = useCallback(() => {
    void Promise.all([detectCapabilities(), files.estimate()]).then(([capabilities, storageUse]) => setFound({ capabilities, storageUse }));
  }, [files]);
  useEffect(() => {
    refresh();
    const end = subscribeInstall(refresh);
    document.addEventListener('visibilitychange', refresh);
    // On the first visit the service worker is still being installed: ask again once it is ready.
    void navigator.serviceWorker?.ready.then(refresh);
    return () => {
      end();
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [refresh]);
  return { found, refresh };
}
