import { FIELD_LABELS } from '../../forms/field-labels.ts';
import { SCREEN_TITLES } from '../../shell/screen-titles.ts';

/** Every text of My Dogs (R49). */
export const TEXTS = {
  title: SCREEN_TITLES.dogs,
  add: 'Add New Dog',
  loading: 'Loading dogs...',
  empty: { title: 'No dogs yet', description: 'Add a dog to see its training days and titles.' },
  age: 'Age',
  trainingDays: 'Training days',
  achievements: 'Achievements',
  years: (count: number) => (count === 1 ? '1 year' : `${count} years`),
  months: (count: number) => (count === 1 ? '1 month' : `${count} months`),
  unborn: 'Not born yet',
  retired: 'Retired',
  retiredHint: 'Listed last and hidden from new sessions and programs.',

  addDialog: { title: 'Add New Dog', save: 'Add Dog', saving: 'Adding...' },
  editDialog: {
    title: 'Edit Dog Profile',
    save: 'Update',
    saving: 'Updating...',
    remove: 'Delete',
    gone: 'This dog is no longer available.',
  },
  fields: {
    ...FIELD_LABELS.dogs,
    titlesHint: 'Separated by commas',
    titlesExample: 'BH-VT, IGP 1',
  },

  born: (date: string) => `Born ${date}`,
  allSessions: 'All sessions',
  resultsAsCsv: 'Results as CSV',
  noResults: (name: string) => `No reps with ${name} yet.`,
  notes: 'Training Notes',
  saveNotes: 'Save Notes',
  saving: 'Saving...',
  notesSaved: (device: string) => `Saved on this ${device}`,
  editProfile: 'Edit Profile',
  noAchievements: 'Log a session to earn the first one.',
  firstSession: 'First session',
  sessionsReached: (count: number) => `${count.toLocaleString()} sessions`,
  daysReached: (count: number) => `${count.toLocaleString()} training days`,

  weeks: {
    title: 'Sessions per week, last 12 weeks',
    from: 'Week of',
    sessions: 'Sessions',
    thisWeek: (count: number) => `this week: ${count.toLocaleString()}`,
  },

  askDelete: {
    title: (name: string) => `Delete ${name}?`,
    text: (count: number) =>
      count === 1 ? '1 session stays in the log, without a dog.' : `${count.toLocaleString()} sessions stay in the log, without a dog.`,
    confirm: 'Delete dog',
  },
  deleted: (name: string) => `${name} deleted`,

  // Destructive toasts for server refusals and device errors (R34).
  addFailed: 'Failed to add dog',
  updateFailed: 'Failed to update dog',
  notesFailed: 'Failed to save notes',
} as const;
