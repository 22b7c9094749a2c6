import { recoverMedia } from '../media/recover-media.ts';
import { foldTaps } from '../outbox/taps.ts';
import { type Account, type AccountContent, contentOf } from './account-content.ts';
import { addFiles, copyFiles } from './adopt-files.ts';
import { addProfile, mustHaveProfile } from './adopt-profile.ts';
import { addRows, addUnknown } from './adopt-rows.ts';
import { forPresentAccount } from './for-present-account.ts';
import { refuseAfterLeaving } from '../store/refuse-after-leaving.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { clearIf, deleteCleared } from './sign-out.ts';
import { addBeside, keysOfOpenForms } from './spare-drafts.ts';

/**
 * Makes what a person's earlier account holds on this device into new rows of their present one, with its files and drafts, and
 * then clears the earlier one. Rows keep their ids: a second device that does the same makes the same rows, which merge
 * (docs/decisions/0127). A repeat after a crash adds only what is new since (R328).
 * @throws the database's error if the copies do not fit, DeviceLeft when the person is being signed out, and an error while the
 *   present profile is not here or a file is still being written; the earlier account is complete then
 */
export async function adoptAccount(from: Account, to: Account): Promise<void> {
  await mustHaveProfile(to);
  await settleFiles(from);
  // A tap that no set takes comes along as it is.
  await foldTaps(from.store, from.ports).catch(() => undefined);
  for (;;) {
    const content = await contentOf(from.store);
    const words = JSON.stringify(content);
    await addContent(from, to, content, words);
    // Another tab may have saved something meanwhile; add that too.
    if (await clearIf(from.store, from.ports, async () => JSON.stringify(await contentOf(from.store)) === words)) break;
  }
  await noteAdopted(to.store, from.store.userId, undefined);
  await deleteCleared(from.store, from.ports);
}

/** @param words the content as it is noted, so that a repeat does not bring back what its person has changed since */
async function addContent(from: Account, to: Account, content: AccountContent, words: string): Promise<void> {
  const { userId } = from.store;
  const added = (await readSetting(to.store, 'adopted'))?.[userId];
  const fresh = forPresentAccount(content, userId, to.store.userId, added);
  // The sweep would delete files without rows.
  await to.ports.lock(`longline-recover-${to.store.userId}`, async () => {
    await copyFiles(from, to, fresh.media);
    const openForms = await keysOfOpenForms(
      to.store,
      to.ports,
      fresh.drafts.map(({ key }) => key),
    );
    await to.store.transaction('rw', [...to.store.changeTables, to.store.taps], async () => {
      // What is added to a cleared store would be lost with it, and the earlier account after it.
      await refuseAfterLeaving(to.store, to.ports);
      await addProfile(to, fresh.profile);
      await addRows(to, fresh);
      await addUnknown(to, fresh.unknown);
      for (const { saving: _saving, ...draft } of fresh.drafts) await addBeside(to.store, draft, to.ports.newId(), openForms);
      await addFiles(to, fresh.media);
      await to.store.taps.bulkAdd(fresh.taps.map(({ seq: _seq, ...tap }) => tap));
      await noteAdopted(to.store, userId, words);
    });
  });
}

async function noteAdopted(store: Store, earlierId: string, words: string | undefined): Promise<void> {
  const { [earlierId]: _before, ...others } = (await readSetting(store, 'adopted')) ?? {};
  await writeSetting(store, 'adopted', words === undefined ? others : { ...others, [earlierId]: words });
}

/**
 * Completes what a crash cut off: its person will not start the app with the earlier account again.
 * @throws while another tab is still writing a file
 */
async function settleFiles({ store, ports }: Account): Promise<void> {
  await ports.lock(`longline-recover-${store.userId}`, () => recoverMedia(store, ports).catch(() => undefined));
  if ((await store.media.where('state').equals('writing').count()) > 0) throw new Error('A file is still being written');
}
