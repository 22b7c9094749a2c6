import { useEffect, useState } from 'react';
import { useStore } from '../sync/sync-provider.tsx';
import { isHeldElsewhere } from './held-elsewhere.ts';

/** Whether another tab edits this draft; undefined until that is known. @param key null while there is no draft */
export function useHeldElsewhere(key: string | null): boolean | undefined {
  const { userId } = useStore();
  const [found, setFound] = useState<{ key: string; isElsewhere: boolean }>();
  useEffect(() => {
    if (key === null) return;
    let isOpen = true;
    void isHeldElsewhere(userId, key).then((isElsewhere) => isOpen && setFound({ key, isElsewhere }));
    return () => {
      isOpen = false;
    };
  }, [key, userId]);
  return found?.key === key ? found?.isElsewhere : undefined;
}
