import { type FirstReading, firstReadingOf } from './first-sync.ts';
import type { Hold } from '../transfers/large-file-policy.ts';
import { countChanges, countFiles, heldFiles } from './count-pending.ts';
import { FACTS, factsOf, progressOf, type UploadProgress } from './row-sync.ts';
import { readSettings } from '../store/settings.ts';
import type { SettingValues } from '../store/setting-values.ts';
import type { Store } from '../store/store.ts';

/** The state of the whole device, for the header. */
export interface SyncTotal {
  /** Changes, files and locked work that exist only here, including refused and failing ones. */
  pending: number;
  refused: number;
  failed: number;
  /** Values that lost to a later change and wait for their owner's decision. */
  conflicts: number;
  /** A file is still being written to this device. */
  saving: boolean;
  /** A change is being sent right now. */
  sending: boolean;
  /** The server answered a change or file with 429, and no change is being sent. */
  askedToWait: boolean;
  /** The server answered that it cannot take a change or file now, and no change is being sent. */
  notReady: boolean;
  /** A file waits for room on the server, or a change does and no change is being sent. */
  noRoom: boolean;
  uploading: UploadProgress | null;
  /** Set when only large files are left, which wait for a better connection. */
  held: Hold | null;
  offline: boolean;
  signedOut: boolean;
  betaRequired: boolean;
  pause: SettingValues['pause'];
  firstReading: FirstReading;
  /** Milliseconds since 1970; null before the first time. */
  lastSyncedAt: number | null;
}

/** Counts by index instead of reading: it runs at each write, on the main thread, whatever waits (docs/decisions/0107). */
export async function readStatus(store: Store): Promise<SyncTotal> {
  // By itself, because a tap must not wait for the other tables (docs/decisions/0174).
  const taps = await store.taps.count();
  return store.transaction('r', [store.outbox, store.media, store.view('conflicts'), store.settings, store.cursors], async () => {
    const [changes, files, conflicts, settings, cursors] = await Promise.all([
      countChanges(store),
      countFiles(store),
      store.view('conflicts').orderBy('live').count(),
      readSettings(store, [...FACTS, 'lastSyncedAt', 'lockedWork', 'keepKeyReplacedAt']),
      store.cursors.toArray(),
    ]);
    const facts = factsOf(settings);
    const { pause = null, lastSyncedAt = null, lockedWork = [], keepKeyReplacedAt } = settings;
    const replaced = keepKeyReplacedAt ? 1 : 0;
    const locked = lockedWork.length + replaced;
    // Without an answer locked work only waits, as changes do.
    const lockedFailed = lockedWork.filter(({ reason }) => reason !== 'no-answer').length + replaced;
    const moving = facts.reachable && !facts.paused;
    const sending = moving && changes.sending > 0;
    return {
      pending: changes.all + taps + files.all + locked,
      refused: changes.refused,
      failed: changes.failing + files.failed + lockedFailed,
      conflicts,
      saving: files.writing > 0,
      sending,
      askedToWait: moving && !sending && (changes.askedToWait || files.askedToWait),
      notReady: moving && !sending && (changes.notReady || files.notReady),
      noRoom: files.noRoom || (moving && !sending && changes.noRoom),
      uploading: moving && files.moving.length > 0 ? progressOf(files.moving) : null,
      held: changes.all + taps + locked === 0 && files.all > 0 ? await heldFiles(store, facts.network) : null,
      offline: !facts.reachable,
      signedOut: pause?.reason === 'signed-out',
      betaRequired: pause?.reason === 'beta',
      pause,
      firstReading: firstReadingOf(settings, cursors),
      lastSyncedAt,
    };
  });
}
