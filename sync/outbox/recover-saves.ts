import { interruptedSaves, moveMarkedAside } from '../store/marked-drafts.ts';
import { draftLock } from '../store/draft-keys.ts';
import { DeviceFull } from '../store/device-full.ts';
import type { Ports } from '../ports/ports.ts';
import { DeviceLeft } from '../store/refuse-after-leaving.ts';
import { saveFormChange } from './save-form-change.ts';
import type { Store } from '../store/store.ts';

/**
 * Completes saves that were interrupted when the app ended. Each change deletes its draft in the same
 * transaction, so a crash during the recovery repeats nothing. If a form is still writing a save, this waits for it.
 * A change that can no longer be saved becomes an ordinary draft again, beside the form's key.
 * @throws DeviceFull, DeviceLeft: the draft then stays marked as saving
 */
export async function recoverSaves(store: Store, ports: Ports): Promise<void> {
  const keys = await interruptedSaves(store);
  // Concurrently: a draft that is open in a form must not delay the others.
  await Promise.all(keys.map((key) => recoverSave(store, ports, key)));
}

/**
 * Completes the save of one draft, if it is marked as saving.
 * @throws DeviceFull, DeviceLeft: the draft then stays marked as saving
 */
export async function recoverSave(store: Store, ports: Ports, key: string): Promise<void> {
  const marked = (await moveMarkedAside(store, key)) ?? key;
  await ports.lock(draftLock(store.userId, marked), () => recover(store, ports, marked));
}

async function recover(store: Store, ports: Ports, key: string): Promise<void> {
  // The form may have saved or discarded the draft while this waited for the lock.
  const draft = await store.drafts.get(key);
  if (!draft?.saving) return;
  const { saving, ...unsaved } = draft;
  try {
    const hasFile = saving.mediaId === null || (await store.media.get(saving.mediaId)) !== undefined;
    if (!hasFile) throw new Error('The file of this change never reached the device');
    await saveFormChange(store, ports, key, saving);
  } catch (error) {
    // Neither error concerns the change itself. The next start retries it.
    if (error instanceof DeviceFull || error instanceof DeviceLeft) throw error;
    await store.drafts.put(unsaved);
  }
}
