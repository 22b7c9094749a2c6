import { type FirstReading, firstReadingOf } from './first-sync.ts';
import type { Hold } from '../transfers/large-file-policy.ts';
import { heldBack, isAskedToWait, isFailing, isMoving, progressOf, FACTS, factsOf, type UploadProgress } from './row-sync.ts';
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
  /** The server answered a change with 429, and none is being sent. */
  askedToWait: boolean;
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

export async function readStatus(store: Store): Promise<SyncTotal> {
  const [records, media, conflicts, settings, cursors] = await Promise.all([
    store.outbox.toArray(),
    store.media.where('state').notEqual('uploaded').toArray(),
    store.view('conflicts').toArray(),
    readSettings(store, [...FACTS, 'lastSyncedAt', 'lockedWork', 'keepKeyReplacedAt']),
    store.cursors.toArray(),
  ]);
  const facts = factsOf(settings);
  const { pause = null, lastSyncedAt = null, lockedWork = [], keepKeyReplacedAt } = settings;
  const replaced = keepKeyReplacedAt ? 1 : 0;
  const locked = lockedWork.length + replaced;
  // Without an answer locked work only waits, as changes do.
  const lockedFailed = lockedWork.filter(({ reason }) => reason !== 'no-answer').length + replaced;
  const files = media.filter((file) => file.entityId !== null);
  const uploading = files.filter(isMoving);
  const moving = facts.reachable && !facts.paused;
  const sending = moving && records.some((record) => record.state === 'sending');
  return {
    pending: records.length + files.length + locked,
    refused: records.filter((record) => record.state === 'refused').length,
    failed: records.filter(isFailing).length + files.filter((file) => file.state === 'failed').length + lockedFailed,
    conflicts: conflicts.filter(({ deletedAt }) => deletedAt === null).length,
    saving: files.some((file) => file.state === 'writing'),
    sending,
    askedToWait: moving && !sending && records.some(isAskedToWait),
    uploading: moving && uploading.length > 0 ? progressOf(uploading) : null,
    held: records.length + locked === 0 ? heldBack(files, facts.network) : null,
    offline: !facts.reachable,
    signedOut: pause?.reason === 'signed-out',
    betaRequired: pause?.reason === 'beta',
    pause,
    firstReading: firstReadingOf(settings, cursors),
    lastSyncedAt,
  };
}
