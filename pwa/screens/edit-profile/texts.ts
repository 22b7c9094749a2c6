/** Every text of Edit Profile (R80). */
export const TEXTS = {
  title: 'Edit Profile',
  loading: 'Loading profile...',
  back: 'Back',
  save: 'Save Profile',
  saving: 'Saving...',
  cancel: 'Cancel',
  fields: {
    firstName: 'First Name*',
    lastName: 'Last Name*',
    bio: 'Bio',
    bioExample: 'What you train, and with whom',
    location: 'Location',
    noCounty: 'No county',
    sports: 'Sports',
    removeSport: (sport: string) => `Remove ${sport}`,
    isPublic: 'Public profile',
    publicHint:
      'Others can find you in the community and see your bio and sports. A private profile shows only your name, picture and location.',
  },
  /** Before the first sync. */
  offline: { title: 'You are offline', description: "Your profile isn't on this device yet. It loads when you're online." },
  validation: 'Validation Error',
  failed: 'Failed to update profile',
} as const;
