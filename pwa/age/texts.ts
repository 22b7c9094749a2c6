/** Every text of the question about one's age, and of what follows for people under 18 (R378). */
export const AGE_TEXTS = {
  title: 'How old are you?',
  lead: 'Longline asks everyone once.',
  adult: { title: 'I am 18 or older', words: 'You choose what others can see.' },
  minor: {
    title: 'I am under 18',
    words: 'Only your training partners see what you log. You become partners by a link or code, not by search.',
  },
  once: "You can't change the answer later. If you tap the wrong one, write to the people who run this server.",
  privacy: 'Their address',
  saving: 'Saving...',
  failed: 'Failed to save your answer',

  profileStaysPrivate: 'Under 18, your profile stays private: others see only your name, picture and county, and cannot search for it.',
  noLink: 'Under 18, only you and your training partners can open your sessions.',
} as const;
