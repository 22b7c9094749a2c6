export const WAITLIST_TEXTS = {
  label: 'Email',
  placeholder: 'you@example.org',
  join: 'Join Waitlist',
  joining: 'Joining...',
  promise: "Private beta. We'll keep your email until a place opens, for a year at most.",
  joinedTitle: "You're on the list",
  joined: (email: string) => `Once you have a place, sign in with ${email}.`,
  failed: 'Failed to join waitlist. Please try again.',
};
