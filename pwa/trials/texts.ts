import { FIELD_LABELS } from '../forms/field-labels.ts';

/** Texts of trials (R361). */
export const TRIAL_TEXTS = {
  title: 'Trials',
  withoutDog: 'Trials without a dog',
  past: 'Past trials',
  none: 'No trial planned',
  add: 'Add a trial',
  addDialog: { title: 'Add a trial', save: 'Add', saving: 'Adding...' },
  editDialog: {
    title: 'Edit trial',
    save: 'Update',
    saving: 'Updating...',
    remove: 'Delete',
    gone: 'This trial is no longer available.',
  },
  addFailed: 'Failed to add trial',
  updateFailed: 'Failed to update trial',
  deleted: (name: string) => `${name} deleted`,
  fields: FIELD_LABELS.trials,
  nameExample: 'Club trial',
  levelExample: 'IGP 2',
  shownHint: 'Your partners see it on your profile.',
  titleWonHint: 'Also added to the dog’s titles.',
  edit: (name: string) => `Edit ${name}`,
  inDays: (days: number) => (days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : `In ${days} days`),
  entryCloses: (day: string, days: number) =>
    days < 0 ? `Entry closed ${day}` : `Entry closes ${['today', 'tomorrow'][days] ?? `in ${days} days`}, ${day}`,
  points: (points: number) => `${points.toLocaleString('en-GB')} ${points === 1 ? 'point' : 'points'}`,
} as const;
