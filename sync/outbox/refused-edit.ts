import type { MutationName } from '../../api/contract/mutations.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';

const OF_CUES: readonly MutationName[] = ['programs.addCue', 'programs.removeCue', 'programs.orderCues'];

/** Whether a refused change edits a row's fields or a program's cues. Deleting and sharing hold nothing for a new row. */
export const isRefusedEdit = ({ state, call }: OutboxRecord): boolean =>
  state === 'refused' && (call.endsWith('.update') || OF_CUES.includes(call));

/** Whether the change was refused because its row was deleted, and its text can become a new row. */
export const canRestoreAsNew = (record: OutboxRecord): boolean => isRefusedEdit(record) && record.lastError?.status === 409;
