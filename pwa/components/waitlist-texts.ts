export const waitlistTexts = {
  label: 'Email',
  placeholder: 'you@example.org',
  join: 'Join Waitlist',
  joining: 'Joining...',
  promise: 'Private beta. We write once, when your place is ready.',
  joinedTitle: "You're on the list",
  joined: 'We write to you when your place is ready.',
  failed: 'Failed to join waitlist. Please try again.',
};
