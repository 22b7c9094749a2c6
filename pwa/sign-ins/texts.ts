import type { SignIn } from '../../api/contract/online-calls.ts';

const HERE = { phone: 'This phone', tablet: 'This tablet', computer: 'This computer' } as const;
const ELSEWHERE = { phone: 'Phone', tablet: 'Tablet', computer: 'Computer' } as const;

/** Every text of the list of sign-ins. */
export const TEXTS = {
  signIns: 'Where you are signed in',
  device: ({ device, current }: SignIn) => {
    if (device === null) return current ? 'This device' : 'Another device';
    return (current ? HERE : ELSEWHERE)[device];
  },
  unknownBrowser: 'Unknown browser',
  now: 'now',
  signOut: 'Sign out',
  signOutOf: (device: string, about: string) => `Sign out: ${device}, ${about}`,
  signingOut: 'Signing out...',
  everywhereElse: 'Sign out everywhere else',
  signedOut: (device: string) => `Signed out: ${device}`,
  signedOutElsewhere: 'Signed out everywhere else',
  stays: 'A device that you sign out still shows its log offline. Unsent work syncs when you sign in on it again.',
  staysOutside:
    'A device that you sign out still shows its log offline, if it has one. Unsent work syncs when you sign in on it with beta access.',
  failed: 'Failed to sign out that device',
  loading: 'Loading...',
  offline: { title: 'You are offline', description: "The list loads when you're online." },
  unread: { title: "Couldn't load the list", description: "The server couldn't send it. Please try again." },
  refresh: 'Refresh',
} as const;
