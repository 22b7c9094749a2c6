import type { Collection } from 'dexie';
import { canRestoreAsNew } from '../outbox/refused-edit.ts';
import { changeSubject, type FileSubject, fileSubject } from '../outbox/queue-subjects.ts';
import { countChanges, failingChanges } from './count-pending.ts';
import { isFailing, readFacts, rowSync, type RowSync, type SyncFacts } from './row-sync.ts';
import type { ChangeSubject, MediaError, SendFailure } from '../store/failure.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import type { NewOutboxRecord, OutboxRecord } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';

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
  /** Its row has since been deleted; its text can become a new row. */
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

/** What exists only on this device. */
export interface Queue {
  /** Oldest first. */
  entries: QueueEntry[];
  /** How many changes are not among the entries. */
  left: { failed: number; waiting: number };
}

/**
 * The queue for the tray. A queue may hold thousands of changes after a long time without signal, so it lists some of
 * them (R294), and all files, of which a device has room for few.
 * @param most changes that need their author, and as many of the others
 */
export function readQueue(store: Store, most: number): Promise<Queue> {
  return store.transaction('r', store.changeTables, async () => {
    const [failed, waiting, media, facts, counts] = await Promise.all([
      oldestOf([store.outbox.where('state').equals('refused'), ...failingChanges(store)], most),
      oldestOf([store.outbox.where('state').equals('sending'), store.outbox.where('state').equals('queued')], most),
      store.media.where('state').notEqual('uploaded').toArray(),
      readFacts(store),
      countChanges(store),
    ]);
    const others = waiting.filter((record) => !isFailing(record));
    const records = [...failed, ...others];
    const blockers = await blockersOf(store, records);
    const entries = await Promise.all([
      ...records.map((record) => changeEntry(store, record, blockers, facts)),
      ...media.filter((file) => file.entityId !== null).map((file) => fileEntry(store, file, facts)),
    ]);
    const stuck = counts.refused + counts.failing;
    return {
      entries: entries.sort((a, b) => a.createdAt - b.createdAt),
      left: { failed: stuck - failed.length, waiting: counts.all - stuck - others.length },
    };
  });
}

async function oldestOf(found: readonly Collection<OutboxRecord, number, NewOutboxRecord>[], most: number): Promise<OutboxRecord[]> {
  const records = await Promise.all(found.map((some) => some.limit(most).toArray()));
  return records
    .flat()
    .sort((a, b) => a.seq - b.seq)
    .slice(0, most);
}

/** The refused and failing changes that these wait for, by key. */
async function blockersOf(store: Store, records: readonly OutboxRecord[]): Promise<ReadonlyMap<string, OutboxRecord>> {
  const keys = [...new Set(records.flatMap(({ dependsOn }) => dependsOn))];
  const needed = await store.outbox.where('key').anyOf(keys).toArray();
  return new Map(needed.filter((record) => record.state === 'refused' || isFailing(record)).map((record) => [record.key, record]));
}

async function changeEntry(
  store: Store,
  record: OutboxRecord,
  blockers: ReadonlyMap<string, OutboxRecord>,
  facts: SyncFacts,
): Promise<ChangeEntry> {
  const blocker = record.dependsOn.map((key) => blockers.get(key)).find((other) => other !== undefined);
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
}

async function fileEntry(store: Store, file: DeviceMedia, facts: SyncFacts): Promise<FileEntry> {
  return {
    kind: 'file',
    key: file.id,
    subject: await fileSubject(store, file),
    entity: file.entity,
    entityId: file.entityId ?? '',
    sync: rowSync([], [file], facts),
    error: file.lastError,
    createdAt: file.createdAt,
  };
}
