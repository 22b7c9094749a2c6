/** Every text of the first run (R261). */
export const TEXTS = {
  documentTitle: 'Welcome',
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  next: 'Next',
  saving: 'Saving...',

  profile: {
    title: 'Who is training?',
    lead: 'Partners find you by your name.',
    firstName: 'First name',
    lastName: 'Last name',
    county: 'County',
    noCounty: 'No county',
    isPublic: 'Public profile',
    publicHint: 'Others can find you by your name, and see your county and sports. You can change this later.',
    skip: 'Not now',
    validation: 'Validation Error',
    failed: 'Failed to update profile',
  },

  dog: {
    title: 'Who is your dog?',
    lead: 'Add the others later.',
    name: 'Name',
    breed: 'Breed',
    breedExample: 'Border Collie',
    birthdate: 'Birthdate',
    day: 'Day',
    month: 'Month',
    year: 'Year',
    skip: 'No dog yet',
    failed: 'Failed to add dog',
  },

  session: {
    title: 'Log your first session',
    lead: (device: string) => `It is saved on this ${device} at once and sent when there is signal.`,
    write: { title: 'Write one down', words: 'Something you trained today or yesterday' },
    film: { title: 'Start from a film', words: 'Pick one, then write what the dog did' },
    skip: 'Later',
    filmFailed: "Couldn't save this film",
    filmFailedHere: "Couldn't save this film. Try again, or pick another.",
  },
} as const;
