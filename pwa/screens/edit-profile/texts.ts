import { FIELD_LABELS } from '../../forms/field-labels.ts';
import { SCREEN_TITLES } from '../../shell/screen-titles.ts';

/** Every text of Edit Profile (R80). */
export const TEXTS = {
  title: SCREEN_TITLES.editProfile,
  loading: 'Loading profile...',
  back: 'Back',
  save: 'Save Profile',
  saving: 'Saving...',
  saved: 'Profile saved',
  cancel: 'Cancel',
  fields: {
    ...FIELD_LABELS.profile,
    firstName: 'First Name*',
    lastName: 'Last Name*',
    bioExample: 'What you train, and with whom',
    noCounty: 'No county',
    removeSport: (sport: string) => `Remove ${sport}`,
    isPublic: 'Public profile',
    publicHint:
      'Others can find you in the community and see your bio and sports. A private profile shows only your name, picture and location.',
  },
  /** Shown offline before the first sync. */
  offline: { title: 'You are offline', description: "Your profile isn't on this device yet. It loads when you're online." },
  validation: 'Validation Error',
  failed: 'Failed to update profile',
} as const;
