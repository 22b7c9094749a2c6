import type { EntityName } from '../../api/contract/entities.ts';
import type { ChangeSubject } from '../store/failure.ts';
import type { DeviceMedia, MediaEntity } from '../store/media-row.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';

/** A file's type and name, and the row that it belongs to. */
export interface FileSubject {
  type: 'video' | 'picture';
  entity: MediaEntity;
  /** Name of the row; null if it is not known. */
  owner: string | null;
  /** The file's name when it was picked. */
  fileName: string;
}

interface Named {
  title?: string | null;
  name?: string | null;
  content?: string | null;
  exercise?: string | null;
  exercises?: readonly { exercise: string }[];
  friendFirstName?: string | null;
  friendLastName?: string | null;
}

const nameIn = (row: Named | undefined): string | null =>
  row?.title ||
  row?.name ||
  row?.content ||
  row?.exercise ||
  row?.exercises?.map(({ exercise }) => exercise).join(', ') ||
  [row?.friendFirstName, row?.friendLastName].filter(Boolean).join(' ') ||
  null;

export async function changeSubject(store: Store, record: OutboxRecord): Promise<ChangeSubject> {
  const cueId = record.payload['cueId'] ?? record.params['cueId'];
  return {
    call: record.call,
    cue: typeof cueId === 'string' ? nameIn(await lastKnown(store, 'cues', cueId)) : null,
    name: nameIn(record.payload) ?? nameIn(await lastKnown(store, record.entity, record.entityId)),
  };
}

export async function fileSubject(store: Store, { entity, entityId, type, name }: DeviceMedia): Promise<FileSubject> {
  const owner = entityId ? nameIn(await lastKnown(store, entity, entityId)) : null;
  return { type: type.startsWith('video/') ? 'video' : 'picture', entity, owner, fileName: name };
}

async function lastKnown(store: Store, entity: EntityName, id: string): Promise<Named | undefined> {
  const view = await store.view(entity).get(id);
  return (view ?? (await store.shadow.get([entity, id]))?.row ?? undefined) as Named | undefined;
}
