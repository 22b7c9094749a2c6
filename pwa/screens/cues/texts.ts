import { FIELD_LABELS } from '../../forms/field-labels.ts';
import { SCREEN_TITLES } from '../../shell/screen-titles.ts';

/** Every text of Cues (R56). */
export const TEXTS = {
  title: SCREEN_TITLES.cues,
  create: 'Create Cue',
  loading: 'Loading cues...',
  tabsLabel: 'Whose cues',
  tabs: { community: 'Community', mine: 'My Cues' },
  communityList: 'Community cues',
  mineList: 'My cues',

  search: 'Search cues',
  sportFilter: 'Sport',
  allSports: 'All sports',
  difficultyFilter: 'Difficulty',
  allDifficulties: 'All levels',

  empty: {
    mine: { title: 'No custom cues yet', description: 'Write your own, or import one from the community.' },
    community: { title: 'No shared cues yet', description: 'Cues shared as Public or Friends appear here to import.' },
    nothingFound: { title: 'No cues found', description: 'No cue matches this search.', action: 'Show all cues' },
    offline: { title: 'Not loaded on this device yet', description: 'Go online once to load other people’s cues.' },
    refused: { title: "Couldn't load the cues", description: "The server couldn't send the list. Please try again later." },
  },
  older: 'Older cues',
  reading: 'Loading cues...',

  import: 'Import',
  importOf: (name: string) => `Import ${name}`,
  imported: 'Imported',
  inMyCues: 'In My Cues',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  noSteps: 'No steps yet.',
  moreSteps: (count: number) => (count === 1 ? '+ 1 more step' : `+ ${count} more steps`),
  by: (creator: string) => `by ${creator}`,
  byYou: 'by you',
  from: (creator: string) => `from ${creator}`,
  /** For a person without a name, as elsewhere (R29). */
  namelessCreator: 'Training Partner',

  createDialog: { title: 'Create Cue', save: 'Create Cue', saving: 'Creating...' },
  editDialog: { title: 'Edit Cue', save: 'Update', saving: 'Updating...', remove: 'Delete', gone: 'This cue is no longer available.' },
  fields: {
    ...FIELD_LABELS.cues,
    name: 'Cue Name',
    nameExample: 'Away',
    stepsHint: 'One per line',
  },
  difficulties: { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' },
  visibilities: { private: 'Private', friends: 'Friends', public: 'Public' },
  visibilityHints: {
    private: 'Only you see it.',
    friends: 'Your training partners see it under Community.',
    public: 'Everyone sees it under Community.',
  },
  found: { one: 'cue', many: 'cues' },
  deleted: (name: string) => `${name} deleted`,

  // Shown if the filter of the list may hide the saved cue.
  saved: 'Saved',
  showSaved: 'Show',

  // Destructive toasts for server refusals and device errors (R34).
  importFailed: 'Failed to import cue',
  createFailed: 'Failed to create cue',
  updateFailed: 'Failed to update cue',
} as const;
