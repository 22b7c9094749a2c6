import { isUpdate } from '../outbox/calls.ts';
import { type DeviceMedia, FROM_THE_BEGINNING } from '../store/media-row.ts';
import { requeueAs } from '../outbox/requeue-as.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Ports } from '../ports/ports.ts';
import { refold, shadowOf } from '../outbox/rebase.ts';
import { writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { senderHeaders } from './upload-calls.ts';
import { SILENT_MS } from './transfer-timeouts.ts';
import { EXPIRED } from './upload-failure.ts';
import { withTimeout } from '../http/with-timeout.ts';

const FILE_FIELDS = ['videoUrl', 'image', 'profileImageUrl', 'thumbnailUrl'] as const;
type FileField = (typeof FILE_FIELDS)[number];

/** The field of a refused change that names a file which the server reports as missing. */
function lostField({ state, lastError, payload }: OutboxRecord): FileField | undefined {
  if (state !== 'refused' || lastError?.status !== 400) return undefined;
  return FILE_FIELDS.find((field) => lastError.fields?.[field] !== undefined && payload[field]);
}

/** Keys of changes that wait for `reuploadLost`. */
export const keysOfLost = async (store: Store): Promise<string[]> =>
  (await store.outbox.where('[state+lastError.status]').equals(['refused', 400]).toArray()).filter(lostField).map(({ key }) => key);

/**
 * Re-uploads files that the server no longer has: it was restored from an older backup, or no record named them for
 * `DELETED_KEPT_DAYS`. The server refuses changes that name a missing file. This sends them again without its path,
 * which follows after the upload.
 * @param checked keys of changes that need no upload, or whose file is not on this device
 */
export async function reuploadLost(store: Store, ports: Ports, checked: Set<string>): Promise<void> {
  for (const key of await keysOfLost(store)) {
    if (checked.has(key)) continue;
    const record = await store.outbox.get({ key });
    const field = record && lostField(record);
    const media = record && field && (await fileOf(store, record, field));
    if (!media || !(await isGone(store, ports, String(record.payload[field])))) checked.add(key);
    else await sendAgain(store, ports, { key, mediaId: media.id, field });
  }
}

/** The file that a change references, if it is still on this device. */
async function fileOf(store: Store, { entity, entityId, payload }: OutboxRecord, field: FileField): Promise<DeviceMedia | undefined> {
  const ofRow = await store.media.where('[entity+entityId]').equals([entity, entityId]).toArray();
  return field === 'thumbnailUrl'
    ? ofRow.find(({ poster, posterPath }) => poster && posterPath === payload[field])
    : ofRow.find(({ state, fileName, objectPath }) => state === 'uploaded' && fileName && objectPath === payload[field]);
}

/**
 * Checks the file itself, since the server may also refuse a path for other reasons. @throws when there is no answer
 */
async function isGone(store: Store, ports: Ports, path: string): Promise<boolean> {
  const ask = (signal: AbortSignal) =>
    ports.fetch(new Request(new URL(path, ports.origin), { method: 'HEAD', headers: senderHeaders(store.userId), signal }));
  const { status } = await withTimeout(ports, SILENT_MS, ask);
  if (status !== 404 && !(status >= 200 && status < 300)) throw new Error(`The server answered ${status}`);
  return status === 404;
}

async function sendAgain(
  store: Store,
  ports: Ports,
  { key, mediaId, field }: { key: string; mediaId: string; field: FileField },
): Promise<void> {
  await store.transaction('rw', store.changeTables, async () => {
    const record = await store.outbox.get({ key });
    if (!record || lostField(record) !== field || (await fileOf(store, record, field))?.id !== mediaId) return;
    const lastError = { status: 404, code: EXPIRED } as const;
    const fresh = { attempts: 0, nextAttemptAt: 0, updatedAt: ports.now() };
    await store.media.update(
      mediaId,
      field === 'thumbnailUrl'
        ? { ...fresh, posterState: 'waiting', posterPath: null }
        : { ...fresh, ...FROM_THE_BEGINNING, state: 'kept', objectPath: null, lastError },
    );
    const payload = without(record.payload, field);
    if (isUpdate(record.call) && Object.keys(payload).every((left) => left === 'base')) await store.outbox.delete(record.seq);
    else await requeueAs(store, { ...record, payload }, ports.newId());
    const feed = (await store.shadow.get([record.entity, record.entityId]))?.feed ?? '';
    await store.shadow.put(await shadowOf(store, record.entity, record.entityId, feed));
    await refold(store, record.entity, record.entityId);
    await writeSetting(store, 'wake', ports.newId());
  });
}

function without({ base, ...fields }: Record<string, unknown>, field: FileField): Record<string, unknown> {
  const { [field]: _lost, ...left } = fields;
  if (typeof base !== 'object' || base === null) return left;
  const { [field]: _seen, ...seen } = base as Record<string, unknown>;
  return { ...left, base: seen };
}
