import { useEffect } from 'react';
import { sameValue } from '../../api/contract/same-value.ts';
import { getOwnProfile } from '../../sync/queries/people.ts';
import { useSignIn, useUser } from '../sign-in/sign-in-context.tsx';
import { useStore } from './sync-provider.tsx';
import { useLive } from './use-live.ts';

/** Copies profile changes from here or another device into the sign-in, for the header and the next offline start. */
export function useFollowProfile(): void {
  const store = useStore();
  const signIn = useSignIn();
  const user = useUser();
  const profile = useLive(() => getOwnProfile(store), [store])?.profile;
  useEffect(() => {
    // The server may have sent a newer profile than this device has synced.
    if (!profile || profile.id !== user.id || profile.version < user.version) return;
    const followed = { ...user, ...profile };
    if (!sameValue(followed, user)) signIn.userChanged(followed);
  }, [profile, signIn, user]);
}
