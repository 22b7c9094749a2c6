import { useEffect, useState } from 'react';
import { unsyncedWork } from '../../sync/sign-out/sign-out.ts';
import { openExisting } from '../../sync/store/person-of-device.ts';

/** How many changes, files and drafts of a person are only on this device; undefined until they are counted. */
export function useUnsentHere(userId: string): number | undefined {
  const [count, setCount] = useState<number>();
  useEffect(() => {
    const read = async () => {
      const store = await openExisting(userId);
      if (!store) return 0;
      const { changes, files, drafts } = await unsyncedWork(store).finally(() => store.close());
      return changes + files + drafts;
    };
    read().then(setCount, reportError);
  }, [userId]);
  return count;
}
