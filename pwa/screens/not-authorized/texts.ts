/** Texts by reader: signed in without access, beta tester, anyone else. */
export const whyTexts = {
  noPlace: {
    title: 'Not in the beta yet',
    description: "This account doesn't have beta access yet. Join the waitlist to get a place.",
  },
  tester: {
    title: 'Not for this account',
    description: "This page is for admins. Your own access hasn't changed.",
  },
  anyone: {
    title: 'Private beta',
    description: 'Longline is in private beta. Join the waitlist to get a place.',
  },
} as const;

export const notAuthorizedTexts = {
  home: 'Back to Home',
  logout: 'Logout',
  again: 'Try Again',
};
