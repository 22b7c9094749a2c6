import { type FirstReading, firstReadingOf } from './first-sync.ts';
import type { ChangeSubject, MediaError, SendFailure } from '../store/failure.ts';
import { changeSubject, type FileSubject, fileSubject } from '../outbox/queue-subjects.ts';
import type { Hold } from '../transfers/large-file-policy.ts';
import { canRestoreAsNew } from '../outbox/refused-edit.ts';
import {
  heldBack,
  isAskedToWait,
  isFailing,
  isMoving,
  progressOf,
  FACTS,
  factsOf,
  readFacts,
  rowSync,
  type RowSync,
  type UploadProgress,
} from './row-sync.ts';
import { readSettings } from '../store/settings.ts';
import type { SettingValues } from '../store/setting-values.ts';
import type { Store } from '../store/store.ts';

export type { RowSync } from './row-sync.ts';

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

interface Entry {
  entity: string;
  entityId: string;
  sync: RowSync;
  /** Milliseconds since 1970. */
  createdAt: number;
}

export interface ChangeEntry extends Entry {
  kind: 'change';
  /** Key of the outbox record. */
  key: string;
  subject: ChangeSubject;
  error: SendFailure | null;
  /** What the person typed, for copying. */
  payload: Record<string, unknown>;
  /** Sent without an answer yet: the server may have it. */
  mayBeThere: boolean;
  /** Its row was deleted meanwhile; its text can become a new row. */
  canRestoreAsNew: boolean;
  /** The refused or failing change that this one waits for. */
  waitsFor: ChangeSubject | null;
}

export interface FileEntry extends Entry {
  kind: 'file';
  /** Id of the media row. */
  key: string;
  subject: FileSubject;
  error: MediaError | null;
}

/** One entry of the tray. */
export type QueueEntry = ChangeEntry | FileEntry;

/** Everything that exists only on this device, oldest first. */
export async function listQueue(store: Store): Promise<QueueEntry[]> {
  const [records, media, facts] = await Promise.all([
    store.outbox.orderBy('seq').toArray(),
    store.media.where('state').notEqual('uploaded').toArray(),
    readFacts(store),
  ]);
  const byKey = new Map(records.map((record) => [record.key, record]));
  const changes = records.map(async (record): Promise<ChangeEntry> => {
    const blocker = record.dependsOn.map((key) => byKey.get(key)).find((other) => other && (other.state === 'refused' || isFailing(other)));
    return {
      kind: 'change',
      key: record.key,
      subject: await changeSubject(store, record),
      entity: record.entity,
      entityId: record.entityId,
      sync: rowSync([record], [], facts),
      error: record.lastError,
      createdAt: record.createdAt,
      payload: record.payload,
      mayBeThere: record.firstSentAt !== null && record.state !== 'refused',
      canRestoreAsNew: canRestoreAsNew(record),
      waitsFor: blocker ? await changeSubject(store, blocker) : null,
    };
  });
  const files = media
    .filter((file) => file.entityId !== null)
    .map(
      async (file): Promise<FileEntry> => ({
        kind: 'file',
        key: file.id,
        subject: await fileSubject(store, file),
        entity: file.entity,
        entityId: file.entityId ?? '',
        sync: rowSync([], [file], facts),
        error: file.lastError,
        createdAt: file.createdAt,
      }),
    );
  const entries = await Promise.all([...changes, ...files]);
  return entries.sort((a, b) => a.createdAt - b.createdAt);
}
