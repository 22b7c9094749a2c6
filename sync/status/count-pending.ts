import { Dexie } from 'dexie';
import type { DeviceMedia, MediaState } from '../store/media-row.ts';
import { FAILURES_SHOWN } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';
import { type Hold, holdOf, type NetworkFacts } from '../transfers/large-file-policy.ts';
import { heldBack, isMoving } from './row-sync.ts';

/** What of the outbox needs its own words on screen. `all` includes the rest, which only waits. */
export interface ChangeCounts {
  all: number;
  refused: number;
  /** As `isFailing` says of one record. */
  failing: number;
  sending: number;
  /** As `isAskedToWait` says of one record. */
  askedToWait: number;
}

export async function countChanges(store: Store): Promise<ChangeCounts> {
  const { outbox } = store;
  const [all, refused, failing, sending, askedToWait] = await Promise.all([
    outbox.count(),
    outbox.where('state').equals('refused').count(),
    Promise.all(failingChanges(store).map((found) => found.count())),
    outbox.where('state').equals('sending').count(),
    outbox.where('[state+lastError.status]').equals(['queued', 429]).count(),
  ]);
  return { all, refused, failing: failing.reduce((sum, count) => sum + count, 0), sending, askedToWait };
}

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
  /** Read, because only a few are sent at once. */
  moving: DeviceMedia[];
}

export async function countFiles(store: Store): Promise<FileCounts> {
  const [failed, writing, kept, paused, uploading] = await Promise.all([
    filesIn(store, 'failed').count(),
    filesIn(store, 'writing').count(),
    filesIn(store, 'kept').count(),
    filesIn(store, 'paused').count(),
    filesIn(store, 'uploading').toArray(),
  ]);
  return { all: failed + writing + kept + paused + uploading.length, failed, writing, moving: uploading.filter(isMoving) };
}

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
