import type { MutationName } from '../contract/mutations.ts';
import { joinHandlers } from '../partner-links/join.ts';
import { reportHandlers } from '../reports/report-handlers.ts';
import { blockHandlers } from './blocks.ts';
import { commentHandlers } from './comments.ts';
import { conflictHandlers } from './conflicts.ts';
import { cueHandlers } from './cues.ts';
import { dogHandlers } from './dogs.ts';
import { friendshipHandlers } from './friendships.ts';
import type { MutationHandlers } from './mutation-handler.ts';
import { planHandlers } from './plans.ts';
import { profileHandlers } from './profile.ts';
import { programHandlers } from './programs.ts';
import { setHandlers } from './sets.ts';
import { trialHandlers } from './trials.ts';
import { videoHandlers } from './videos.ts';

/** A handler for each mutation of the contract; a missing one does not compile. */
export const handlers: MutationHandlers<MutationName> = {
  ...dogHandlers,
  ...videoHandlers,
  ...commentHandlers,
  ...setHandlers,
  ...planHandlers,
  ...trialHandlers,
  ...friendshipHandlers,
  ...joinHandlers,
  ...blockHandlers,
  ...reportHandlers,
  ...profileHandlers,
  ...cueHandlers,
  ...programHandlers,
  ...conflictHandlers,
};
