import type { ErasureServices } from './erasure-services.ts';
import { deleteRowsOf } from './delete-rows-of.ts';
import { leaveOthers } from './leave-others.ts';
import { removeExportsNaming } from './remove-exports.ts';
import { removeMediaOf } from './remove-media-of.ts';

/**
 * Completes an erasure that `beginErasure` began: partnerships, comments, files and rows. If it ends early, it may run
 * again.
 * @returns how many files it removed
 */
export async function eraseAccount(services: ErasureServices, userId: string, signal?: AbortSignal): Promise<number> {
  await removeExportsNaming(services, userId);
  await leaveOthers(services, userId);
  const files = await removeMediaOf(services, userId, signal);
  await deleteRowsOf(services, userId);
  return files;
}
