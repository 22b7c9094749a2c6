import type { PlantedMistake } from '../planted-mistake.ts';

const row = (test: string) => ({ file: 'sync/status/row-sync.test.ts', test });
const total = (test: string) => ({ file: 'sync/status/sync-total.test.ts', test });

/** What the screens say about sync. */
export const STATUS: readonly PlantedMistake[] = [
  {
    name: 'a session is synced without its film',
    breaks: 'A card says ‘synced’ while its film is only on the phone.',
    file: 'sync/status/row-sync.ts',
    old: "if (records.length === 0 && files.length === 0) return { state: 'synced' };",
    new: "if (records.length === 0) return { state: 'synced' };",
    foundBy: row('is synced only when no change and no file of it is left here'),
  },
  {
    name: 'a file that is still written counts as saved',
    breaks: 'A person closes the app and loses the film.',
    file: 'sync/status/count-pending.ts',
    old: 'failed,\n    writing,\n    askedToWait,',
    new: 'failed,\n    writing: 0,\n    askedToWait,',
    foundBy: total('says the same of any mixture as reading all of it'),
  },
  {
    name: 'a waiting server counts as a missing connection',
    breaks: 'A person looks for signal although the server asks for patience.',
    file: 'sync/status/row-sync.ts',
    old: 'export const ASKED_TO_WAIT = codesWith((status) => status === 429);',
    new: 'export const ASKED_TO_WAIT = codesWith((status) => status === 0);',
    foundBy: row('distinguishes a server that asks to wait from a missing connection'),
  },
  {
    name: 'locked work is not counted',
    breaks: 'The header says ‘synced’ while sealed work waits for its key.',
    file: 'sync/status/sync-total.ts',
    old: 'pending: changes.all + taps + files.all + locked,',
    new: 'pending: changes.all + taps + files.all,',
    foundBy: { file: 'sync/sign-out/unlock-work.test.ts', test: 'counts as pending and not as failed' },
  },
  {
    name: 'settled conflicts are counted',
    breaks: 'The header asks for a decision that was made.',
    file: 'sync/status/sync-total.ts',
    old: "store.view('conflicts').orderBy('live').count(),",
    new: "store.view('conflicts').count(),",
    foundBy: total('counts the conflicts that are not settled'),
  },
  {
    name: 'the first sync ends with the first feed',
    breaks: 'An empty list is shown as final while partners’ sessions are still to come.',
    file: 'sync/status/first-sync.ts',
    old: 'cursors.every(({ reading }) => reading === null)',
    new: 'cursors.some(({ reading }) => reading === null)',
    foundBy: { file: 'sync/pull/many-partners.test.ts', test: 'the first sync is not done before the feeds of all partners are read' },
  },
  {
    name: 'Retry is offered for a lost film',
    breaks: 'A person taps Retry on a film that is no longer on the device.',
    file: 'sync/transfers/upload-failure.ts',
    old: 'if (isLost(file)) return false;',
    new: '',
    foundBy: { file: 'sync/transfers/upload-failure.test.ts', test: 'offers no retry for a file that is no longer on the device' },
  },
  {
    name: 'an answer that never comes is awaited',
    breaks: 'A dialog waits offline for an answer that cannot come.',
    file: 'sync/status/await-answer.ts',
    old: "return reachable && !paused ? null : { state: 'waiting' };",
    new: 'return null;',
    foundBy: { file: 'sync/status/await-answer.test.ts', test: 'stops waiting when the server is unreachable' },
  },
  {
    name: 'a pause stays after changes get through',
    breaks: 'The header says ‘signed out’ while everything is synced.',
    file: 'sync/cycle.ts',
    old: 'else if (held && (gotThrough || !setback)) {',
    new: 'else if (held && !setback) {',
    foundBy: { file: 'sync/promises.test.ts', test: 'ends a pause once an envelope gets through' },
  },
];
