import { recoverMedia } from '../media/recover-media.ts';
import { type Account, contentOf } from './account-content.ts';
import { addFiles, copyFiles } from './adopt-files.ts';
import { addProfile, mustHaveProfile } from './adopt-profile.ts';
import { addRows } from './adopt-rows.ts';
import { forPresentAccount } from './for-present-account.ts';
import { forgetDevice, unsyncedWork } from './sign-out.ts';
import { addBeside, keysOfOpenForms } from './spare-drafts.ts';

/**
 * Makes what a person's earlier account holds on this device into new rows of their present one, with its files and drafts, and
 * then clears the earlier one. Rows keep their ids: a second device that does the same makes the same rows, which merge
 * (docs/decisions/0127). A repeat after a crash adds nothing twice.
 * @throws DeviceFull when the copies do not fit, MoreUnsynced when another tab has saved something meanwhile; the earlier
 *   account is complete then
 */
export async function adoptAccount(from: Account, to: Account): Promise<void> {
  await mustHaveProfile(to);
  await settleFiles(from);
  const agreed = await unsyncedWork(from.store);
  const content = forPresentAccount(await contentOf(from.store), from.store.userId, to.store.userId);
  await to.ports.lock(`longline-recover-${to.store.userId}`, async () => {
    await copyFiles(from, to, content.media);
    const openForms = await keysOfOpenForms(
      to.store,
      to.ports,
      content.drafts.map(({ key }) => key),
    );
    await to.store.transaction('rw', to.store.changeTables, async () => {
      await addProfile(to, content.profile);
      await addRows(to, content);
      const id = from.store.userId;
      for (const { saving: _saving, ...draft } of content.drafts) await addBeside(to.store, draft, id, openForms);
      await addFiles(to, content.media);
    });
  });
  await forgetDevice(from.store, from.ports, agreed);
}

/**
 * Completes what a crash cut off: its person will not start the app with the earlier account again.
 * @throws while another tab is still writing a file
 */
async function settleFiles({ store, ports }: Account): Promise<void> {
  await ports.lock(`longline-recover-${store.userId}`, () => recoverMedia(store, ports).catch(() => undefined));
  if ((await store.media.where('state').equals('writing').count()) > 0) throw new Error('A file is still being written');
}
