/** Every text of the profile view (R79). */
export const TEXTS = {
  title: 'Profile',
  own: 'Your profile',
  loading: 'Loading profile...',
  add: 'Add as Training Partner',
  edit: 'Edit Profile',
  about: 'About',
  sports: 'Sports & Disciplines',
  private: { title: 'Private Profile', description: 'This trainer keeps bio and sports private.' },
  ownPrivate: 'Your profile is private: others see your name, picture and location only.',
  noBio: { own: 'You have not written about yourself yet.', other: 'Nothing written yet.' },
  noSports: { own: 'You have not chosen any sports yet.', other: 'No sports chosen yet.' },
  notFound: { title: 'User Not Found', description: 'There is nobody at this address.', action: 'Back to Community' },
  offline: { title: 'You are offline', description: 'This profile is read when there is a connection.', action: 'Refresh' },
  failed: { title: 'Could not be read', description: 'The server did not answer with this profile. Please try again.', action: 'Refresh' },
} as const;
