import type { Page } from 'playwright';

/** Nothing can be written to the outbox, as on a full disk. */
export const breakStore = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const add = IDBObjectStore.prototype.add;
    Object.assign(window, { mendStore: () => Object.assign(IDBObjectStore.prototype, { add }) });
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  });

export const mendStore = (page: Page): Promise<void> => page.evaluate(() => (Reflect.get(window, 'mendStore') as () => void)());
