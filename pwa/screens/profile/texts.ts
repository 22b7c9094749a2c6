import { SCREEN_TITLES } from '../../shell/screen-titles.ts';

/** Every text of the profile view (R79). */
export const TEXTS = {
  title: SCREEN_TITLES.profile,
  own: 'Your profile',
  loading: 'Loading profile...',
  add: 'Add as Training Partner',
  edit: 'Edit Profile',
  about: 'About',
  sports: 'Sports & Disciplines',
  private: { title: 'Private Profile', description: 'This trainer keeps their bio and sports private.' },
  ownPrivate: 'Your profile is private: others see only your name, picture and location.',
  noBio: { own: "You haven't added a bio yet.", other: 'No bio yet.' },
  noSports: { own: "You haven't chosen any sports yet.", other: 'No sports chosen yet.' },
  notFound: { title: 'User Not Found', description: 'No trainer at this address.', action: 'Back to Community' },
  offline: { title: 'You are offline', description: "This profile loads when you're online.", action: 'Refresh' },
  failed: { title: "Couldn't load this profile", description: "The server couldn't send it. Please try again.", action: 'Refresh' },
} as const;
