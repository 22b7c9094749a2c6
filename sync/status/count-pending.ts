import { Dexie } from 'dexie';
import type { DeviceMedia, MediaState } from '../store/media-row.ts';
import { FAILURES_SHOWN } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';
import { type Hold, holdOf, type NetworkFacts } from '../transfers/large-file-policy.ts';
import { ASKED_TO_WAIT, heldBack, isMoving, NO_ROOM, NOT_TAKEN_NOW, waitsForRoom } from './row-sync.ts';

/** The changes in the outbox that need their own words on screen. `all` includes the rest, which only waits. */
export interface ChangeCounts {
  all: number;
  refused: number;
  /** As `isFailing` says of one record. */
  failing: number;
  sending: number;
  /** Whether `isAskedToWait` holds for one of them. */
  askedToWait: boolean;
  /** Whether `isNotTakenNow` holds for one of them. */
  notReady: boolean;
  /** Whether `changeWaitsForRoom` holds for one of them. */
  noRoom: boolean;
}

export async function countChanges(store: Store): Promise<ChangeCounts> {
  const { outbox } = store;
  const [all, refused, failing, sending, askedToWait, notReady, noRoom] = await Promise.all([
    outbox.count(),
    outbox.where('state').equals('refused').count(),
    Promise.all(failingChanges(store).map((found) => found.count())),
    outbox.where('state').equals('sending').count(),
    hasQueuedAfter(store, ASKED_TO_WAIT),
    hasQueuedAfter(store, NOT_TAKEN_NOW),
    hasQueuedAfter(store, NO_ROOM),
  ]);
  return { all, refused, failing: failing.reduce((sum, count) => sum + count, 0), sending, askedToWait, notReady, noRoom };
}

/** A change has an answer only after an attempt, so the index needs no `attempts`. */
const hasQueuedAfter = async ({ outbox }: Store, codes: readonly string[]): Promise<boolean> => {
  const pairs = codes.map((code) => ['queued', code]);
  return (await outbox.where('[state+lastError.code]').anyOf(pairs).limit(1).count()) > 0;
};

/** The records for which `isFailing` holds. */
export const failingChanges = ({ outbox }: Store) => [
  outbox.where('state').equals('blocked'),
  ...(['queued', 'sending'] as const).map((state) =>
    outbox.where('[state+serverFailures+confirmedAtFailure]').between([state, FAILURES_SHOWN], [state, Dexie.maxKey]),
  ),
];

/** The files of saved rows that the server does not have. Those of forms have no `entityId`, and so are in no such index. */
export interface FileCounts {
  all: number;
  failed: number;
  writing: number;
  /** Whether `isAskedToWait` holds for one of them. */
  askedToWait: boolean;
  /** Whether `isNotTakenNow` holds for one of them. */
  notReady: boolean;
  /** Whether `waitsForRoom` holds for one of them. */
  noRoom: boolean;
  /** Read, because only a few are sent at once. */
  moving: DeviceMedia[];
}

export async function countFiles(store: Store): Promise<FileCounts> {
  const [failed, writing, kept, paused, uploading, askedToWait, notReady, noRoom] = await Promise.all([
    filesIn(store, 'failed').count(),
    filesIn(store, 'writing').count(),
    filesIn(store, 'kept').count(),
    filesIn(store, 'paused').count(),
    filesIn(store, 'uploading').toArray(),
    hasKeptAfter(store, ASKED_TO_WAIT, 1),
    hasKeptAfter(store, NOT_TAKEN_NOW, 1),
    hasKeptAfter(store, NO_ROOM, 0),
  ]);
  return {
    all: failed + writing + kept + paused + uploading.length,
    failed,
    writing,
    askedToWait,
    notReady,
    noRoom: noRoom || uploading.some(waitsForRoom),
    moving: uploading.filter(isMoving),
  };
}

/** Whether the last answer to any waiting file had one of these codes, after at least this many failed attempts. */
const hasKeptAfter = async ({ media }: Store, codes: readonly string[], attempts: number): Promise<boolean> => {
  const found = codes.map((code) =>
    media.where('[state+lastError.code+attempts+entityId]').between(['kept', code, attempts], ['kept', code, Dexie.maxKey]),
  );
  return (await Promise.all(found.map((files) => files.count()))).some((count) => count > 0);
};

/** As `heldBack` says of all these files. Reads them up to the first that may go; all before it are large, hence few. */
export async function heldFiles(store: Store, network: NetworkFacts): Promise<Hold | null> {
  const files = (['uploading', 'kept', 'writing', 'failed'] as const).map((state) =>
    filesIn(store, state)
      .until((file) => holdOf(file, network) === null, true)
      .toArray(),
  );
  return heldBack((await Promise.all(files)).flat(), network);
}

const filesIn = (store: Store, state: MediaState) =>
  store.media.where('[state+entityId]').between([state, Dexie.minKey], [state, Dexie.maxKey]);
