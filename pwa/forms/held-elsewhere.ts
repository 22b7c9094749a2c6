import { draftLock } from '../../sync/store/draft-keys.ts';

/** Whether a form in another tab is editing the draft under this key. False if the browser can't list locks. */
export async function isHeldElsewhere(userId: string, key: string): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  // A lock of its own tells which client of the list this page is.
  const ownLock = `longline-page-${crypto.randomUUID()}`;
  const isHeld = async () => {
    const { held = [] } = await navigator.locks.query();
    const here = held.find(({ name }) => name === ownLock)?.clientId;
    // Only forms hold shared locks: an exclusive holder is a recovery, or a list that waits for the form.
    const ofForms = held.filter(({ name, mode }) => mode === 'shared' && name === draftLock(userId, key));
    return ofForms.some(({ clientId }) => clientId !== here);
  };
  return navigator.locks.request(ownLock, isHeld).catch(() => false);
}
