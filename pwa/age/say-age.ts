import { mutate } from '../../sync/outbox/mutate.ts';
import type { Save } from '../sync/use-save.ts';
import { showFailure } from '../forms/show-failure.ts';
import { AGE_TEXTS as TEXTS } from './texts.ts';

/** Makes a change of an answer that waited on this device. */
export const sayAge = (save: Save, isAdult: boolean): Promise<unknown> =>
  save((store, ports) =>
    store.transaction('rw', store.changeTables, async () => {
      await mutate(store, ports, 'profile.sayAge', { payload: { isAdult } });
      // If the server refuses it, ask again instead of saying it again.
      await store.settings.delete('saidAge');
    }),
  ).catch((error: unknown) => showFailure(error, TEXTS.failed));
