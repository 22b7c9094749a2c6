import { useCallback, useEffect, useState } from 'react';
import { subscribeInstall } from '../../install/install-prompt.ts';
import type { Abilities, Room } from './abilities.ts';
import { detectAbilities, readRoom } from './detect-abilities.ts';

export interface AbilitiesState {
  /** Undefined until the browser has answered. */
  found: { abilities: Abilities; room: Room } | undefined;
  /** Asks the browser again, after a change. */
  refresh: () => void;
}

/** What this device can do now. Asks again when the person comes back from the browser's settings. */
export function useAbilities(): AbilitiesState {
  const [found, setFound] = useState<AbilitiesState['found']>();
  const refresh = useCallback(() => {
    void Promise.all([detectAbilities(), readRoom()]).then(([abilities, room]) => setFound({ abilities, room }));
  }, []);
  useEffect(() => {
    refresh();
    const end = subscribeInstall(refresh);
    document.addEventListener('visibilitychange', refresh);
    // On the first visit the service worker is still being installed.
    void navigator.serviceWorker?.ready.then(refresh);
    return () => {
      end();
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [refresh]);
  return { found, refresh };
}
