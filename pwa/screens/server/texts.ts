import { SCREEN_TITLES } from '../../shell/screen-titles.ts';

const filesIn = (files: number) => (files === 1 ? '1 file' : `${files.toLocaleString()} files`);
const count = (number: number, one: string, many: string) => `${number.toLocaleString()} ${number === 1 ? one : many}`;

/** Every text of the page 'Server' (R368). */
export const TEXTS = {
  title: SCREEN_TITLES.server,
  loading: 'Loading...',
  offline: { title: 'You are offline', description: "The page loads when you're online." },
  unread: { title: "Couldn't load the page", description: "The server couldn't send it. Please try again." },
  refresh: 'Refresh',

  version: 'Version',
  running: 'Running for',
  days: (days: number) => [days.toLocaleString(), days === 1 ? 'day' : 'days'] as const,
  hours: (hours: number) => [hours.toLocaleString(), hours === 1 ? 'hour' : 'hours'] as const,
  minutes: (minutes: number) => [minutes.toLocaleString(), minutes === 1 ? 'minute' : 'minutes'] as const,
  people: 'People in 24 hours',
  ofAll: (total: number) => `of ${total.toLocaleString()}`,

  mistakes: 'Fix these',
  setup: 'Setup',
  checking: 'Checking the setup...',
  unchecked: "Couldn't check the setup.",
  well: 'Everything is well',
  wellAbout: 'The server finds no mistake in its setup. Only npm run doctor looks at the proxies before it.',

  storage: 'Storage',
  disk: (used: string, size: string, free: string) => `${used} of ${size} used, ${free} free.`,
  inBucket: (free: string) => `Films and pictures are in a bucket. The disk of this server has ${free} free.`,
  kinds: {
    originals: 'Films and pictures as sent',
    copies: 'Posters and copies',
    database: 'Database',
    deleted: 'Deleted, kept 30 days',
    unfinished: 'Unfinished uploads',
    setAside: 'Without a row',
  },
  files: filesIn,
  made: (files: number) => `${filesIn(files)} made by this server`,
  idle: (files: number, size: string) => `${filesIn(files)}, ${size} of it idle for a day`,
  aside: (files: number, old: number) => (old === 0 ? filesIn(files) : `${filesIn(files)}, ${old.toLocaleString()} of them for 30 days`),
  manyAside: 'not measured',
  reclaim: 'Reclaim',
  reclaiming: 'Deleting...',
  reclaimOf: { unfinished: 'Reclaim unfinished uploads', setAside: 'Reclaim files without a row' },
  asks: {
    unfinished: {
      title: 'Delete idle uploads?',
      text: 'Of these uploads nothing has come for a day. Their films and pictures are still on the phones, which send them again from the start.',
      action: 'Delete uploads',
    },
    setAside: {
      title: 'Delete files without a row?',
      text: 'The database has known nothing of these files for 30 days. If it was restored from an old backup, they may be the only copies of films. This cannot be undone.',
      action: 'Delete files',
    },
  },
  reclaimed: (files: number) => `${count(files, 'file', 'files')} deleted`,
  reclaimFailed: 'Nothing was deleted',

  jobs: 'Jobs waiting',
  posters: 'Posters and copies',
  waiting: (jobs: number, since: string | null) =>
    since === null ? `${jobs.toLocaleString()}` : `${jobs.toLocaleString()} · oldest ${since}`,
  again: 'Tried again later',
  givenUp: 'Given up after three attempts',
  erasures: 'Erased accounts',
  retry: 'Try again now',
  retryOf: 'Try again now: failed posters and copies',
  retrying: 'Starting...',
  retried: (jobs: number) => `${count(jobs, 'job', 'jobs')} started`,
  retryFailed: "Couldn't start the jobs",

  accounts: 'People',
  noName: 'No name yet',
  lastUsed: (day: string) => `Last seen ${day}`,
  signedOut: 'Signed out',
  more: 'Show more',
  reading: 'Loading...',

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
