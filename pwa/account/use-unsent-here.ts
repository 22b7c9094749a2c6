import { useEffect, useState } from 'react';
import { unsyncedWork } from '../../sync/sign-out/sign-out.ts';
import { openExisting } from '../../sync/store/person-of-device.ts';
import type { UnsyncedWork } from '../../sync/store/setting-values.ts';

/** What a person has only on this device; undefined until it is counted. */
export function useUnsentHere(userId: string): UnsyncedWork | undefined {
  const [work, setWork] = useState<UnsyncedWork>();
  useEffect(() => {
    const read = async () => {
      const store = await openExisting(userId);
      return store ? unsyncedWork(store).finally(() => store.close()) : { changes: 0, files: 0, drafts: 0 };
    };
    read().then(setWork, reportError);
  }, [userId]);
  return work;
}
