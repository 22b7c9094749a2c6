import { randomUUID } from 'node:crypto';
import { SYNC_VERSION } from '../../api/contract/sync-protocol.ts';
import { type NewOutboxRecord, UNSENT } from '../store/outbox-record.ts';

/** A record as `mutate` queues it for a new session, without the session. */
export const queuedRecord = (changes: Partial<NewOutboxRecord> = {}): NewOutboxRecord => ({
  key: randomUUID(),
  userId: 'anyone',
  schemaVersion: SYNC_VERSION,
  call: 'videos.create',
  params: {},
  payload: { title: 'Heel' },
  entity: 'videos',
  entityId: randomUUID(),
  baseVersion: 0,
  dependsOn: [],
  createdAt: 0,
  ...UNSENT,
  ...changes,
});

export const queuedRecords = (count: number, changes?: Partial<NewOutboxRecord>): NewOutboxRecord[] =>
  Array.from({ length: count }, () => queuedRecord(changes));
