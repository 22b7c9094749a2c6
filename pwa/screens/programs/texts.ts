import { FIELD_LABELS } from '../../forms/field-labels.ts';
import { SCREEN_TITLES } from '../../shell/screen-titles.ts';

/** Every text of Programs (R64). */
export const TEXTS = {
  title: SCREEN_TITLES.programs,
  create: 'Create Program',
  loading: 'Loading programs...',
  list: 'My programs',
  empty: { title: 'No training programs yet', description: 'Put your cues in the order you teach them.' },
  program: SCREEN_TITLES.program,
  gone: { title: 'Program not found', description: 'It may have been deleted. Recently deleted can restore it.' },
  noCuesYet: 'No cues in this program yet.',
  noSteps: 'No steps yet.',
  logCue: (name: string) => `Log ${name}`,
  editOf: (name: string) => `Edit ${name}`,
  moreCues: (count: number) => (count === 1 ? '+ 1 more cue' : `+ ${count} more cues`),
  cues: (count: number) => (count === 0 ? 'No cues' : count === 1 ? '1 cue' : `${count} cues`),
  created: (date: string) => `Created ${date}`,

  createDialog: { title: 'Create Program', save: 'Create Program', saving: 'Creating...' },
  editDialog: {
    title: 'Edit Training Program',
    save: 'Update',
    saving: 'Updating...',
    remove: 'Delete',
    gone: 'This program is no longer available.',
  },
  fields: {
    ...FIELD_LABELS.programs,
    name: 'Program Name',
    nameExample: 'Class C by spring',
    dogId: 'Select Dog',
    noDog: 'No dog',
    cues: 'Cues',
    chosen: (chosen: number, all: number) => `${chosen} of ${all}`,
    noCues: 'No cues to add yet.',
    createCue: 'Create a cue first',
    findCue: 'Find a cue',
    more: (count: number) => `${count} more. Search by name or sport.`,
    noneFound: 'None of your cues match by name or sport.',
  },
  order: {
    label: 'Order of the cues',
    drag: (name: string) => `Drag ${name}`,
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    remove: (name: string) => `Remove ${name}`,
    moved: (name: string, place: number, count: number) => `${name}: ${place} of ${count}`,
  },
  deleted: (name: string) => `${name} deleted`,

  // Destructive toasts for server refusals and device errors (R34).
  createFailed: 'Failed to create program',
  updateFailed: 'Failed to update program',
  cueFailed: 'Failed to add a cue to the program',
} as const;
