import type { Ports } from '../ports/ports.ts';
import { peopleOfDevice } from '../store/person-of-device.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import { openStore, type Store } from '../store/store.ts';
import { adoptAccount } from './adopt-account.ts';
import { asTheOnlyOne, openToLeave } from './leave-all-but.ts';
import { leaveOthers } from './leave-others.ts';

/** The person wants its content. Does nothing if another tab has done it. @throws as `adoptAccount` does */
export const adoptEarlierAccount = (earlierId: string, to: { store: Store; ports: Ports }): Promise<void> =>
  asTheOnlyOne(async () => {
    if (!(await peopleOfDevice()).includes(earlierId)) return;
    const from = await openToLeave(earlierId);
    const adopt = () => adoptAccount(from, to);
    await from.ports.lock(`longline-cycle-${earlierId}`, adopt, { ofTheLiving: true }).finally(() => from.store.close());
  });

/** The person does not want its content: it leaves the device as other people do (R178). */
export const declineEarlierAccount = (earlierId: string, userId: string): Promise<void> =>
  asTheOnlyOne(async () => {
    if (!(await peopleOfDevice()).includes(earlierId)) return;
    const store = await openStore(earlierId);
    try {
      await writeSetting(store, 'declinedBy', [...((await readSetting(store, 'declinedBy')) ?? []), userId]);
    } finally {
      store.close();
    }
    await leaveOthers([earlierId], openToLeave);
  });
