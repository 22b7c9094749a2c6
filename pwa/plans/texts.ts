import { PLANNED_MAX } from '../../api/contract/limits.ts';
import { FIELD_LABELS } from '../forms/field-labels.ts';

/** Texts of plans (R359). */
export const PLAN_TEXTS = {
  addDialog: { title: 'Plan a session', save: 'Save plan', saving: 'Saving...' },
  editDialog: {
    title: 'Edit plan',
    save: 'Update',
    saving: 'Updating...',
    remove: 'Delete',
    gone: 'This plan is no longer available.',
  },
  addFailed: 'Failed to save the plan',
  updateFailed: 'Failed to update the plan',
  startFailed: 'Failed to start the plan',
  deleted: (day: string) => `Plan for ${day} deleted`,
  fields: FIELD_LABELS.plans,
  when: 'When',
  today: 'Today',
  tomorrow: 'Tomorrow',
  pickDay: 'Pick a day',
  /** @param measures '' for none */
  result: (tally: string, measures: string) => (measures ? `${tally} at ${measures}` : tally),
  lastResult: (result: string) => `Last ${result}`,
  /** True also of what was trained before the half-year that progress looks back. */
  untrained: 'Not trained lately',
  startFrom: 'Start from',
  lastTime: 'Last time',
  nothingBefore: 'This dog has no reps yet.',
  program: (name: string) => `Program: ${name}`,
  moveUp: (exercise: string) => `Move ${exercise} up`,
  moveDown: (exercise: string) => `Move ${exercise} down`,
  remove: (exercise: string) => `Remove ${exercise}`,
  plannedFor: (day: string) => `Planned for ${day}`,
  start: 'Start',
  startNow: 'Start now',
  starting: 'Starting...',
  startOf: (what: string) => `Start ${what}`,
  edit: (what: string) => `Edit plan: ${what}`,
  list: 'Plans',
  more: (plans: number) => (plans === 1 ? '1 more plan' : `${plans} more plans`),
  moreExercises: (exercises: number) => (exercises === 1 ? 'and 1 more' : `and ${exercises} more`),
  plan: 'Plan a session',
  training: 'Training',
  added: (exercises: number, isOfDog: boolean) =>
    `${exercises === 1 ? '1 exercise' : `${exercises} exercises`} added.${isOfDog ? ' Criteria follow the rule of five.' : ''}`,
  nothingAdded: 'Nothing to add: these exercises are already in the plan.',
  full: `A plan holds at most ${PLANNED_MAX} exercises`,
  planned: (day: string) => `Planned for ${day}`,
  noCues: 'This program has no cues yet.',
  unread: "Couldn't read what was trained. Please try again.",
} as const;
