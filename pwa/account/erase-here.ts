import { forgetErased } from '../../sync/sign-out/forget-erased.ts';
import { MoreUnsynced } from '../../sync/sign-out/sign-out.ts';
import type { UnsyncedWork } from '../../sync/store/setting-values.ts';
import { forgetShapes } from '../media/poster-shapes.ts';
import { forgetWaitingLink } from '../partner-links/waiting-link.ts';
import { dropSubscription } from '../push/push-service.ts';
import { isSomeoneElseSignedIn } from '../sign-in/signed-in-user-id.ts';
import { refuseLastWords } from '../sync/last-words.ts';

/** Erasing does not wait longer than this for the browser to unsubscribe. */
const DROP_MS = 1_500;

/** Last words, and what the page remembers about this person. */
function forgetItems(userId: string): void {
  for (const [name, value] of Object.entries(localStorage) as [string, string][])
    if (name.includes(userId) || value === userId) localStorage.removeItem(name);
}

/**
 * Removes all that this browser holds of an erased account (R374).
 * @param agreed the work that its person agreed to lose
 * @throws MoreUnsynced when there is more unsynced work; nothing has changed then
 */
export async function eraseHere(userId: string, agreed: UnsyncedWork): Promise<void> {
  refuseLastWords(userId);
  await forgetErased(userId, agreed).catch((error: unknown) => {
    if (!(error instanceof MoreUnsynced)) forgetItems(userId);
    throw error;
  });
  forgetItems(userId);
  // Another person may have signed in in this browser.
  if (isSomeoneElseSignedIn(userId, document.cookie)) return;
  forgetShapes();
  forgetWaitingLink();
  const dropped = dropSubscription().catch(() => undefined);
  await Promise.race([dropped, new Promise((resolve) => setTimeout(resolve, DROP_MS))]);
}
