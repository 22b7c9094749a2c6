export const TEXTS = {
  documentTitle: 'Real training is data, not drama · Longline',
  skip: 'Skip to content',
  login: 'Beta Tester Login',
  invited: 'You have an invitation to train together.',
  signInToAccept: 'Sign in to accept it',
  heading: 'Real training is data, not drama.',
  tagline: 'A training log for people who compete. Film, note and save on the field, with or without signal.',
  excerptLabel: 'An excerpt from a training log',
  excerpt: [
    {
      day: 21,
      weekday: 'Saturday',
      dog: 'Fen',
      onlyHere: true,
      sessions: [
        {
          time: '14:22',
          title: 'Send-away, 30 m',
          notes: '4/5 straight; lost line at the second marker. Wind from left.',
          here: true,
          length: '1:12',
        },
      ],
    },
    {
      day: 17,
      weekday: 'Tuesday',
      dog: 'Fen',
      onlyHere: false,
      sessions: [
        { time: '17:05', title: 'Send-away, 30 m', notes: '3/5 straight. Marker two moved to 18 m.', here: false, length: null },
        { time: '16:40', title: 'Send-away, 25 m', notes: '5/5 straight, no wind.', here: false, length: null },
      ],
    },
  ],
  featuresHeading: "What's inside",
  features: [
    { title: 'Training log', text: 'Every session with its notes and its video, in the order it happened.' },
    { title: 'Dogs', text: 'Titles, training days and what to remember, one page for each dog.' },
    { title: 'Cues and programs', text: 'Criteria step by step. Take a cue from the community, build a plan from your own.' },
    { title: 'Training partners', text: 'Your coach sees the session, frame by frame, and comments below.' },
  ],
  philosophyHeading: 'How we think',
  philosophy: [
    'Count the repetitions, not the good feelings.',
    'One failed send-away, filmed, is worth ten remembered.',
    'Criteria first. If the dog is wrong, check yours.',
    'What you write on the field is safe on the field.',
  ],
  privacy: 'Privacy',
  footer: 'Longline, a training log. Private beta.',
};
