import { useEffect, useRef } from 'react';
import { showError } from '../components/toast-store.ts';
import { FORM_TEXTS } from '../forms/texts.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';

/** Shows a toast once when an upload fails for good (R94). Failures from before this page opened appear only on their cards. */
export function useUploadFailures(): void {
  const store = useStore();
  const failed = useLive(
    async () =>
      (await store.media.where('state').equals('failed').toArray()).filter(({ entityId }) => entityId !== null).map(({ id }) => id),
    [store],
  );
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!failed) return;
    const before = known.current;
    known.current = new Set(failed);
    if (before && failed.some((id) => !before.has(id))) showError(FORM_TEXTS.mediaFailed);
  }, [failed]);
}
