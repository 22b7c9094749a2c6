/** Screens that are not built yet say so, under the empty-state titles that they will have. */
export const comingTexts = {
  editProfile: {
    heading: 'Edit Profile',
    title: 'Not here yet',
    description: 'Editing your name, bio, location and sports comes with one of the next versions.',
  },
  video: {
    heading: 'Session',
    title: 'Not here yet',
    description: 'A page for each session comes with one of the next versions. Your sessions stand in the Training Log.',
  },
};
