import { SCREEN_TITLES } from '../../shell/screen-titles.ts';

const count = (number: number, one: string, many: string) => `${number.toLocaleString()} ${number === 1 ? one : many}`;
const filesIn = (files: number) => count(files, 'file', 'files');

/** Every text of the page 'Server' (R368). */
export const TEXTS = {
  title: SCREEN_TITLES.server,
  loading: 'Loading...',
  offline: { title: "Couldn't reach the server", description: 'The page loads when it answers.' },
  unread: { title: "Couldn't load the page", description: "The server couldn't send it. Please try again." },
  refresh: 'Refresh',

  version: 'Version',
  running: 'Running for',
  days: (days: number) => [days.toLocaleString(), 'days'] as const,
  hours: (hours: number) => [hours.toLocaleString(), 'hours'] as const,
  minutes: (minutes: number) => [minutes.toLocaleString(), minutes === 1 ? 'minute' : 'minutes'] as const,
  people: 'Active in the last 24 hours',
  ofAll: (total: number) => `of ${total.toLocaleString()}`,

  mistakes: 'Fix these',
  setup: 'Setup',
  checking: 'Checking the setup...',
  unchecked: "Couldn't check the setup.",
  well: 'Everything is well',
  wellAbout: 'The server finds no mistake in its setup. Only npm run doctor looks at the proxies in front of it.',

  storage: 'Storage',
  disk: (used: string, size: string, free: string) => `${used} of ${size} used, ${free} free.`,
  inBucket: (free: string) => `Films and pictures are in object storage. The disk of this server has ${free} free.`,
  kinds: {
    originals: 'Films and pictures as sent',
    copies: 'Posters and copies',
    database: 'Database',
    deleted: 'Deleted, kept 30 days',
    unfinished: 'Unfinished uploads',
    setAside: 'Set aside, not known to the database',
  },
  files: filesIn,
  made: (files: number) => `${filesIn(files)} made by this server`,
  idle: (files: number, size: string) => `${filesIn(files)}. ${size} received nothing for a day.`,
  aside: (files: number, old: number) => (old === 0 ? filesIn(files) : `${filesIn(files)}, ${old.toLocaleString()} can be deleted`),
  storeAway: 'The storage does not answer',
  unmeasured: 'not measured',
  reclaim: 'Reclaim',
  reclaiming: 'Deleting...',
  reclaimOf: { unfinished: 'Reclaim unfinished uploads', setAside: 'Reclaim files that were set aside' },
  asks: {
    unfinished: {
      title: 'Delete idle uploads?',
      text: 'These uploads received nothing for a day. The phones still have the films, and send them again from the start.',
      action: 'Delete uploads',
    },
    setAside: {
      title: 'Delete files that were set aside?',
      text: 'The database has not known these files for 30 days. After a restore from an old backup, they may be the only copies of films. This cannot be undone.',
      action: 'Delete files',
    },
  },
  reclaimed: (files: number) => `${filesIn(files)} deleted`,
  reclaimFailed: "Couldn't finish. Some files may be deleted already.",

  jobs: 'Jobs waiting',
  posters: 'Posters and copies',
  waiting: (jobs: number, since: string | null) => (since === null ? jobs.toLocaleString() : `${jobs.toLocaleString()} · oldest ${since}`),
  again: 'Running, or tried again later',
  givenUp: 'Given up after three attempts',
  erasures: 'Accounts still being erased',
  retry: 'Try again now',
  retryOf: 'Try again now: failed posters and copies',
  retrying: 'Starting...',
  retried: (jobs: number) => `${count(jobs, 'job', 'jobs')} queued again`,
  retryFailed: "Couldn't queue the jobs",

  accounts: 'People',
  noName: 'No name yet',
  lastUsed: (day: string) => `Last seen ${day}`,
  notSeen: 'Signed out, or not seen for 90 days',
  peopleUnread: "Couldn't load everyone",
  more: 'Show more',

  backups: 'Backups',
  noBackups: 'The server makes no nightly backups. Set BACKUP_DIR on the server.',
  noBackupYet: 'No backup has worked yet.',
  backupWorked: (moment: string) => `Last backup: ${moment}. Restoring it was tested.`,
  backupLacks: (files: number) =>
    files === 1
      ? 'One media file is not in it, because it was missing or altered. Run npm run check-media on the server.'
      : `${files} media files are not in it, because they were missing or altered. Run npm run check-media on the server.`,
  backupFailed: (moment: string, why: string) => `The backup of ${moment} failed: ${why}`,
} as const;
