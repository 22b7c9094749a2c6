import { Dexie, type Table } from 'dexie';
import type { AnyRow, EntityName } from '../../api/contract/entities.ts';
import type { Cursor } from '../../api/contract/sync-protocol.ts';
import type { DeviceMedia } from './media-row.ts';
import type { Draft } from './draft-row.ts';
import type { NewOutboxRecord, OutboxRecord } from './outbox-record.ts';
import type { Setting } from './setting-values.ts';
import type { StoredRow } from './stored-row.ts';

/** The confirmed copy of a row that has pending changes. */
export interface ShadowRow {
  entity: EntityName;
  id: string;
  feed: string;
  /** As confirmed; null while the server has none. */
  row: AnyRow | null;
  /** The server has removed the row; its last copy stays here until the pending changes are settled. */
  gone: boolean;
}

/** How far this device has read one feed. */
export interface HeldCursor {
  feed: string;
  /** As the server sent it. */
  cursor: Cursor;
  /** Set during a full read. */
  reading: WholeReading | null;
  /** How many kinds of rows the app knew that read up to here. It skipped entries of other kinds. */
  kinds?: number;
}

export interface WholeReading {
  /** Rows confirmed before it began may belong to another history than the server's. */
  otherEpoch: boolean;
  /** The device had read another history before: the server was restored from a backup. */
  restored?: boolean;
  /** Both histories match up to this moment, by the server's clock; undefined if unknown. */
  sharedUntil?: string | undefined;
}

/** A row held since before a full read of its feed that the read has not named yet. */
export interface Suspect {
  feed: string;
  entity: EntityName;
  id: string;
}

/** A change of a set's reps that is stored and not in the set yet; see `storeTap`. */
export interface Tap {
  setId: string;
  /** Reps to add, as the set holds them. */
  reps?: readonly string[];
  /** Ids of reps to strike. */
  struck?: readonly string[];
}

export const databaseName = (userId: string) => `longline-${userId}`;

/** One entry per entity. Listed here so that opening a store does not load the entities' schemas. */
const VIEW_INDEXES: Record<EntityName, string> = {
  profile: 'id, feed',
  people: 'id, feed',
  friendships: 'id, feed, status',
  blocks: 'id, feed, blockedId',
  reports: 'id, feed, subjectId',
  dogs: 'id, feed, live, deletedAt',
  partnerDogs: 'id, feed',
  cues: 'id, feed, live, deletedAt',
  programs: 'id, feed, live, deletedAt',
  videos: 'id, feed, live, deletedAt, [shelf+live], [dogId+live], [dogId+day], [feed+live]',
  comments: 'id, feed, videoId, [videoId+live]',
  sets: 'id, feed, videoId, live',
  plans: 'id, feed, live, open, *videoIds',
  trials: 'id, feed, live, dogId',
  conflicts: 'id, feed, live, [entity+entityId]',
};

/** What runs at each write reads the outbox by these, never all of it. Records without the field are not in the index. */
const OUTBOX_INDEXES = [
  '++seq',
  '&key',
  '[entity+entityId]',
  'entityId',
  'state',
  '*dependsOn',
  'firstSentAt',
  '[state+nextAttemptAt]',
  '[state+lastError.status]',
  '[state+lastError.code]',
  // These two hold only records that failed, because the count at the first failure is null for all others.
  '[state+serverFailures+confirmedAtFailure]',
  '[confirmedAtFailure+serverFailures]',
];

/**
 * Everything that one person has on this device. Entity tables hold the view: the confirmed row with its pending
 * changes applied. `shadow` holds the confirmed copy of rows with pending changes, `outbox` those changes.
 */
export class Store extends Dexie {
  declare readonly shadow: Table<ShadowRow, [EntityName, string]>;
  declare readonly outbox: Table<OutboxRecord, number, NewOutboxRecord>;
  declare readonly cursors: Table<HeldCursor, string>;
  declare readonly suspects: Table<Suspect, [string, EntityName, string]>;
  declare readonly media: Table<DeviceMedia, string>;
  declare readonly drafts: Table<Draft, string>;
  declare readonly settings: Table<Setting, string>;
  declare readonly taps: Table<Tap & { seq: number }, number, Tap>;
  readonly userId: string;
  /** IndexedDB to use; empty for the browser's own. */
  readonly device: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange };

  /** @param device a different name and IndexedDB, to run several devices in one test */
  constructor(userId: string, device: { name?: string; indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange } = {}) {
    const { name = databaseName(userId), ...indexedDb } = device;
    // Strict: a change reported as saved survives a crash of the whole device (R115).
    super(name, { chromeTransactionDurability: 'strict', cache: 'immutable', ...indexedDb });
    this.userId = userId;
    this.device = indexedDb;
    // A later version may only add tables and indexes: an older app, in another tab or after a rollback, opens the newer store with
    // those that it knows (docs/decisions/0107).
    this.version(7).stores({
      ...VIEW_INDEXES,
      shadow: '[entity+id], feed',
      outbox: OUTBOX_INDEXES.join(),
      cursors: 'feed',
      suspects: '[feed+entity+id], feed',
      media: 'id, state, posterState, [entity+entityId], [state+entityId], [state+lastError.code+attempts+entityId]',
      drafts: 'key',
      settings: 'key',
      taps: '++seq',
    });
    // Another tab has signed out and deletes the database: close it, so that running work here does not recreate it.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion !== null) return;
      this.close();
      return false;
    });
  }

  /** The view's table of one entity. */
  view<E extends EntityName>(entity: E): Table<StoredRow<E>, string> {
    return this.table(entity);
  }

  /** Tables for a transaction that changes rows and their pending changes together. */
  get rowTables(): Table[] {
    return [...Object.keys(VIEW_INDEXES).map((entity) => this.table(entity)), this.shadow, this.outbox, this.media];
  }

  /** Tables for a transaction that makes a person's changes. */
  get changeTables(): Table[] {
    return [...this.rowTables, this.drafts, this.settings];
  }
}

/** Opens the store of one person. Fails if the browser stores nothing (some private windows, a full disk). */
export async function openStore(userId: string): Promise<Store> {
  const store = new Store(userId);
  await store.open();
  return store;
}
