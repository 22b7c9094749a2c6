/** Texts by reader: signed in without access, beta tester, anyone else. */
export const whyTexts = {
  noPlace: {
    title: 'Not in the beta yet',
    description: 'Longline is in private beta, and this account has no place yet. Leave your address, and try again later.',
  },
  tester: {
    title: 'Not for this account',
    description: 'What you asked for is for admins. Your own place in the beta is as it was.',
  },
  anyone: {
    title: 'Private beta',
    description: 'Longline is for people who have a place in the beta. Leave your address to wait for one.',
  },
} as const;

export const notAuthorizedTexts = {
  home: 'Back to Home',
  logout: 'Logout',
  again: 'Try Again',
};
