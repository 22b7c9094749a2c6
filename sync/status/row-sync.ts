import type { EntityName } from '../../api/contract/entities.ts';
import { type ErrorCode, ERRORS } from '../../api/contract/errors.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { type Hold, holdOf, type NetworkFacts, networkFactsOf } from '../transfers/large-file-policy.ts';
import { isLost, retryHelps } from '../transfers/upload-failure.ts';
import { FAILURES_SHOWN, type OutboxRecord } from '../store/outbox-record.ts';
import type { PauseReason, SettingValues } from '../store/setting-values.ts';
import { readSettings } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

export interface UploadProgress {
  percent: number;
  bytesPerSecond: number;
  /** Null while the speed is unknown. */
  secondsLeft: number | null;
}

/** The true state of a row: `synced` only when the server has confirmed all of it, including files. */
export type RowSync =
  | { state: 'synced' }
  /** One of its files is still being written to this device; closing the app now would lose that file. */
  | { state: 'saving' }
  /** On this device; not tried yet. */
  | { state: 'saved' }
  /**
   * Tried. `signal`: without an answer. `unready`: the server answered that it cannot take it now, as while its database is
   * away. `room`: the server is full, or the person's share of it.
   */
  | { state: 'waiting'; for: 'signal' | 'unready' | 'room' }
  /** The server answered 429. `nextTryAt` in milliseconds since 1970; in the past if the server named no time. */
  | { state: 'waiting'; for: 'server'; nextTryAt: number }
  /** A large file that waits for Wi-Fi, or for the person's decision about such connections. */
  | { state: 'held'; hold: Hold }
  | { state: 'sending' }
  | ({ state: 'uploading' } & UploadProgress)
  /** `person`: the person has paused its files and can resume them. Otherwise nothing at all is sent. */
  | { state: 'paused'; why: PauseReason | 'person' }
  | { state: 'refused' }
  | { state: 'failed'; retry: RetryOf };

/**
 * Whether a retry may help what failed. `useless`: the server refuses this file every time. `lost`: the file is not on this
 * device, so only its person can add it again.
 */
export type RetryOf = 'helps' | 'useless' | 'lost';

/** State of the whole device. */
export interface SyncFacts {
  reachable: boolean;
  /** Why nothing is sent; null while changes may go. */
  paused: PauseReason | null;
  network: NetworkFacts;
}

/** Codes for which the server's storage, or this person's share of it, is full. */
export const NO_ROOM = ['storage_full', 'media_full'] as const satisfies ErrorCode[];

const isAmong = (codes: readonly string[], { lastError }: Waiting) => lastError !== null && codes.includes(lastError.code);

const hasNoRoom = (file: DeviceMedia) => isAmong(NO_ROOM, file);

/** Whether a file waits for room on the server. */
export const waitsForRoom = (file: DeviceMedia) => (file.state === 'kept' || file.state === 'uploading') && hasNoRoom(file);

/** Whether a change waits for room on the server. */
export const changeWaitsForRoom = (record: OutboxRecord) => waitsAfter(NO_ROOM, record);

/** Whether bytes of a file are being sent; a file that only checks for free room is not moving. */
export const isMoving = (file: DeviceMedia) => file.state === 'uploading' && !(hasNoRoom(file) && file.attempts > 0);

const isPending = (file: DeviceMedia) => file.state !== 'uploaded';

/** The settings that `SyncFacts` derives from. */
export const FACTS = ['connection', 'pause', 'line', 'largeFiles'] as const;

export const factsOf = (settings: Partial<Pick<SettingValues, (typeof FACTS)[number]>>): SyncFacts => ({
  reachable: settings.connection?.reachable ?? true,
  paused: settings.pause?.reason ?? null,
  network: networkFactsOf(settings),
});

export const readFacts = async (store: Store): Promise<SyncFacts> => factsOf(await readSettings(store, FACTS));

type Waiting = Pick<OutboxRecord | DeviceMedia, 'state' | 'attempts' | 'lastError'>;

const codesWith = (isMeant: (status: number) => boolean): readonly string[] =>
  Object.entries(ERRORS).flatMap(([code, status]) => (isMeant(status) ? [code] : []));

/** Codes of the API's own answers that ask to wait. A proxy's page has none of them. */
export const ASKED_TO_WAIT = codesWith((status) => status === 429);

/** Codes of the API's own answers that ask to try again for another reason. */
export const NOT_TAKEN_NOW = codesWith((status) => status === 408 || status >= 500);

/** Whether the last answer to a change or file that now waits had one of these codes. */
const waitsAfter = (codes: readonly string[], waiting: Waiting) =>
  (waiting.state === 'queued' || waiting.state === 'kept') && waiting.attempts > 0 && isAmong(codes, waiting);

/** The API answered the last attempt, whatever it said. */
const isAnswered = (waiting: Waiting) => waitsAfter(Object.keys(ERRORS), waiting);

/** The server answered with 429: neither the change nor the connection is at fault. */
export const isAskedToWait = (waiting: Waiting) => waitsAfter(ASKED_TO_WAIT, waiting);

/** The server answered that it cannot take this now: the connection is not at fault (R299). */
export const isNotTakenNow = (waiting: Waiting) => waitsAfter(NOT_TAKEN_NOW, waiting);

export const isFailing = (record: OutboxRecord) =>
  record.state === 'blocked' || (record.state !== 'refused' && record.serverFailures >= FAILURES_SHOWN);

export function progressOf(files: readonly DeviceMedia[]): UploadProgress {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const sent = files.reduce((sum, file) => sum + Math.min(file.sentBytes, file.size), 0);
  const bytesPerSecond = files.reduce((sum, file) => sum + file.bytesPerSecond, 0);
  return {
    percent: size > 0 ? Math.floor((sent / size) * 100) : 0,
    bytesPerSecond,
    secondsLeft: bytesPerSecond > 0 ? Math.ceil((size - sent) / bytesPerSecond) : null,
  };
}

/** The state of one row from its pending changes and files. Problems that need the person come first, then transfers. */
export function rowSync(
  records: readonly OutboxRecord[],
  media: readonly DeviceMedia[],
  { reachable, paused, network }: SyncFacts,
): RowSync {
  const files = media.filter(isPending);
  if (records.length === 0 && files.length === 0) return { state: 'synced' };

  if (records.some((record) => record.state === 'refused')) return { state: 'refused' };
  const failed = files.filter((file) => file.state === 'failed');
  if (records.some(isFailing) || failed.some(retryHelps)) return { state: 'failed', retry: 'helps' };
  if (failed.length > 0) return { state: 'failed', retry: failed.some(isLost) ? 'lost' : 'useless' };

  if (files.some((file) => file.state === 'writing')) return { state: 'saving' };
  // Before what stops everything: these files do not go when that has passed.
  if (records.length === 0 && files.every((file) => file.state === 'paused')) return { state: 'paused', why: 'person' };
  if (paused) return { state: 'paused', why: paused };
  if (!reachable) return { state: 'waiting', for: 'signal' };
  const uploading = files.filter(isMoving);
  if (uploading.length > 0) return { state: 'uploading', ...progressOf(uploading) };
  if (records.some((record) => record.state === 'sending')) return { state: 'sending' };
  const hold = records.length === 0 ? heldBack(files, network) : null;
  if (hold) return { state: 'held', hold };
  if (files.some(hasNoRoom) || records.some(changeWaitsForRoom)) return { state: 'waiting', for: 'room' };
  const asked = [...records, ...files].filter(isAskedToWait);
  if (asked.length > 0) return { state: 'waiting', for: 'server', nextTryAt: Math.max(...asked.map(({ nextAttemptAt }) => nextAttemptAt)) };
  if ([...records, ...files].some(isNotTakenNow)) return { state: 'waiting', for: 'unready' };
  const tried = [...records, ...files].some((waiting) => waiting.attempts > 0 && !isAnswered(waiting));
  return tried ? { state: 'waiting', for: 'signal' } : { state: 'saved' };
}

/** The states of many rows of one entity at once, and the newest file of each. */
export async function readRowSyncs(store: Store, entity: EntityName, ids: readonly string[]) {
  const pairs = ids.map((id): [string, string] => [entity, id]);
  const [records, media] = await Promise.all([
    store.outbox.where('[entity+entityId]').anyOf(pairs).toArray(),
    store.media.where('[entity+entityId]').anyOf(pairs).toArray(),
  ]);
  // Synced rows do not depend on the connection, so a list of them need not refresh when it changes.
  const facts = records.length > 0 || media.some(isPending) ? await readFacts(store) : null;
  return (id: string) => {
    const files = media.filter((file) => file.entityId === id);
    const newest = files.reduce<DeviceMedia | null>((found, file) => (found && found.createdAt >= file.createdAt ? found : file), null);
    const sync = facts
      ? rowSync(
          records.filter((record) => record.entityId === id),
          files,
          facts,
        )
      : ({ state: 'synced' } as const);
    return { sync, media: newest };
  };
}

/** A file of this device, unless its row now references another: it was replaced on another device. */
export const ifStillNamed = (media: DeviceMedia | null, path: string | null): DeviceMedia | null =>
  media?.state === 'uploaded' && media.objectPath !== null && media.objectPath !== path ? null : media;

/** Why these files wait for a cheaper connection. Null if one of them may go, or if all are paused. */
export function heldBack(files: readonly DeviceMedia[], network: NetworkFacts): Hold | null {
  const holds = files.filter(({ state }) => state !== 'paused').map((file) => holdOf(file, network));
  return holds.length > 0 && holds.every(Boolean) ? (holds.find((hold) => hold === 'ask') ?? 'wifi') : null;
}
