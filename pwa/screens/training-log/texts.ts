import { formatDate, formatMonth } from '../../dates/format-date.ts';
import { monthOf } from '../../dates/month.ts';
import { FIELD_LABELS } from '../../forms/field-labels.ts';
import { SCREEN_TITLES } from '../../shell/screen-titles.ts';

interface Days {
  from: string;
  to: string;
}

/** 'October 2026', 'from 3 October 2026', '3 October 2026 to 9 October 2026'; '' without days. */
function daysInWords({ from, to }: Days): string {
  const month = monthOf({ from, to });
  if (month) return formatMonth(month);
  if (from && to) return from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
  return from ? `from ${formatDate(from)}` : to && `until ${formatDate(to)}`;
}

/** Every text of the Training Log (R37). */
export const TEXTS = {
  title: SCREEN_TITLES.log,
  quote: 'Write down what the dog did, not what you hoped for.',
  add: 'Log a session',
  loading: 'Loading training sessions...',
  list: 'Sessions',

  nameOffer: { words: 'Add your name so partners can find you', close: 'Not now' },

  tabsLabel: 'Whose sessions',
  tabs: { all: 'All', mine: 'My Sessions', partners: "Partners' Sessions" },

  filterOpen: 'Search and filter',
  search: 'Search sessions',
  searchExample: 'Dog, words or month',
  dogFilter: 'Dog',
  allDogs: 'All dogs',
  ownDogs: 'My dogs',
  partnersDogs: "Partners' dogs",
  daysFilter: 'When',
  anyTime: 'Any time',
  chooseDays: 'Choose dates…',
  from: 'From',
  to: 'To',
  showAll: 'Show all',
  narrowedTo: (dog: string, days: Days, words: string) =>
    `Only ${[dog, daysInWords(days), words && `“${words}”`].filter(Boolean).join(', ')}`,
  foundOf: (found: number, all: number) => `${found} of ${TEXTS.sessions(all)}`,
  searchedWords: 'Search words',
  removeWord: (word: string) => `Remove ${word}`,

  empty: {
    all: { title: 'No training sessions yet', description: 'A title is enough. Notes and video can follow.' },
    partners: { title: 'No partner sessions yet', description: "Your partners' sessions appear here." },
    nothingFound: { title: 'Nothing found', description: 'No session matches this search.', action: 'Show all sessions' },
  },

  you: 'You',
  /** Another trainer without a known name (R29). */
  nameless: 'Training Partner',
  comments: (count: number) => (count === 0 ? 'Comment' : count === 1 ? '1 comment' : `${count} comments`),
  commentsOf: (count: number, title: string) => `${TEXTS.comments(count)} on ${title}`,
  edit: 'Edit',
  editOf: (title: string) => `Edit ${title}`,
  logAgain: 'Log again',
  logAgainOf: (title: string) => `Log again: ${title}`,
  share: 'Share',
  shareOf: (title: string) => `Share ${title}`,
  moreOf: (title: string) => `More for ${title}`,
  playVideo: (title: string, length: string | null) => `Play video: ${title}${length ? `, ${length}` : ''}`,
  openPicture: (title: string) => `Open picture: ${title}`,
  sessions: (count: number) => (count === 1 ? '1 session' : `${count} sessions`),
  moreSessions: 'Older sessions load as you scroll.',

  // Shown with partners' sessions that are only on the server.
  older: {
    title: 'Older sessions',
    show: 'Show older sessions',
    more: 'Show more',
    reading: 'Loading...',
    none: 'No older sessions.',
    offline: "You are offline. Older sessions load when you're online.",
    failed: "Couldn't load these. Try again.",
  },

  addDialog: { title: 'Add Training Log', save: 'Save', saving: 'Saving...' },
  editDialog: {
    title: 'Edit Training Log',
    save: 'Update',
    saving: 'Updating...',
    remove: 'Delete',
    gone: 'This session is no longer available.',
  },
  fields: {
    ...FIELD_LABELS.videos,
    titleExample: 'Send-away to second marker',
    noDog: 'No dog',
    optional: '(optional)',
  },
  conditions: 'Conditions',
  /** Offered after the person's own. */
  usual: {
    weather: ['Sunny', 'Cloudy', 'Rain', 'Wind', 'Snow'],
    surface: ['Grass', 'Sand', 'Artificial turf', 'Mat', 'Soil'],
    place: [],
  },
  otherCondition: { weather: 'Other weather', surface: 'Other surface', place: 'New place' },
  trained: (moment: string) => `Trained ${moment}`,
  trainedToday: (time: string) => `Trained today, ${time}`,
  trainedYesterday: (time: string) => `Trained yesterday, ${time}`,
  changeTrained: 'Change',
  recentTitles: 'Recently logged',
  sameAsLast: 'Same as last time',
  deleted: 'Session deleted',

  // Shown if the log does not list the saved session.
  saved: 'Saved',
  showSaved: 'Show',

  // Destructive toasts for server refusals and device errors (R34).
  saveFailed: 'Failed to save training log',
  updateFailed: 'Failed to update training log',
} as const;
