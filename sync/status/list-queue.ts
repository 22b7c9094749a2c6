import { canRestoreAsNew } from '../outbox/refused-edit.ts';
import { changeSubject, type FileSubject, fileSubject } from '../outbox/queue-subjects.ts';
import { isFailing, readFacts, rowSync, type RowSync } from './row-sync.ts';
import type { ChangeSubject, MediaError, SendFailure } from '../store/failure.ts';
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
