/** Screens that are not built yet say so, under the empty-state titles that they will have. */
export const comingTexts = {
  cues: {
    heading: 'Cues',
    title: 'No custom cues yet',
    description: 'Writing cues, and importing them from the community, comes with one of the next versions.',
  },
  programs: {
    heading: 'Programs',
    title: 'No training programs yet',
    description: 'Putting your cues in the order you teach them comes with one of the next versions.',
  },
  community: {
    heading: 'Community',
    title: 'No trainers found',
    description: 'Browsing other trainers comes with one of the next versions.',
  },
  partners: {
    heading: 'Training Partners',
    title: 'No training partners yet',
    description: 'Inviting training partners comes with one of the next versions.',
  },
  admin: {
    heading: 'Beta Access Admin',
    title: 'Not here yet',
    description: 'The lists of beta testers and of the waitlist come with one of the next versions.',
  },
  editProfile: {
    heading: 'Edit Profile',
    title: 'Not here yet',
    description: 'Editing your name, bio, location and sports comes with one of the next versions.',
  },
  profile: {
    heading: 'Profile',
    title: 'Not here yet',
    description: 'Profiles of trainers come with one of the next versions.',
  },
  video: {
    heading: 'Session',
    title: 'Not here yet',
    description: 'A page for each session comes with one of the next versions. Your sessions stand in the Training Log.',
  },
};
