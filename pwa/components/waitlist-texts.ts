export const waitlistTexts = {
  label: 'Email',
  placeholder: 'you@example.org',
  join: 'Join Waitlist',
  joining: 'Joining...',
  promise: "Private beta. We'll keep your email until a place opens.",
  joinedTitle: "You're on the list",
  joined: 'Once you have a place, sign in with this email.',
  failed: 'Failed to join waitlist. Please try again.',
};
