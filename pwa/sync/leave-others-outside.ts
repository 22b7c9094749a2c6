import { leaveAllBut } from '../../sync/sign-out/leave-all-but.ts';
import { openExisting } from '../../sync/store/person-of-device.ts';
import { takeUpOthersLastWords } from './last-words.ts';

/** What the app does at a start, for a person who is signed in here without access to it: everyone else leaves (R178). */
export async function leaveOthersOutside(userId: string): Promise<void> {
  await takeUpOthersLastWords(userId, openExisting).catch(() => undefined);
  await leaveAllBut(userId);
}
