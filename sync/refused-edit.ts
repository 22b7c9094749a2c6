import type { MutationName } from '../api/contract/mutations.ts';
import type { OutboxRecord } from './outbox-record.ts';

const OF_CUES: readonly MutationName[] = ['programs.addCue', 'programs.removeCue', 'programs.orderCues'];

/** It changes the words of a row or the cues of a program; deleting and sharing have nothing that a new row could keep. */
export const isRefusedEdit = ({ state, call }: OutboxRecord): boolean =>
  state === 'refused' && (call.endsWith('.update') || OF_CUES.includes(call));

/** Whether a change was refused because its row was deleted meanwhile, and can stand on as a new one. */
export const canRestoreAsNew = (record: OutboxRecord): boolean => isRefusedEdit(record) && record.lastError?.status === 409;
