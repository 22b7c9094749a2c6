export const waitlistTexts = {
  label: 'Email',
  placeholder: 'you@example.org',
  join: 'Join Waitlist',
  joining: 'Joining...',
  promise: 'Private beta. Your address waits here for a place.',
  joinedTitle: "You're on the list",
  joined: 'Try to sign in again later: with a place you are let in.',
  failed: 'Failed to join waitlist. Please try again.',
};
