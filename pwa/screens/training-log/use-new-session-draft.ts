import { useEffect, useEffectEvent, useState } from 'react';
import { acceptShared, draftForNewSession, NEW_SESSION_DRAFT, refuseShared } from '../../../sync/media/shared-files.ts';
import { isAppWindow } from '../../install/install-prompt.ts';
import { showRefusedShare } from '../../media/use-refused-share.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';

/**
 * The draft that the Add Training Log dialog opens with; null until it is known. Only installed apps receive shares. In a
 * browser's tab, a shared file from an unknown sender comes from another page: the file is deleted and the dialog does not
 * open (R177).
 * @param shared media id of the first shared file, from the URL
 */
export function useNewSessionDraft(shared: string | null, onRefused: () => void): string | null {
  const store = useStore();
  const ports = usePorts();
  const [draftKey, setDraftKey] = useState<string | null>(null);
  const refuse = useEffectEvent(onRefused);
  useEffect(() => {
    const choose = async () => {
      if (shared && !isAppWindow() && (await refuseShared(store, ports, shared))) {
        showRefusedShare('foreign');
        refuse();
        return;
      }
      if (shared) await acceptShared(store, ports, shared);
      // Choose the draft once: saving or discarding it must not bring up another draft while the person types.
      setDraftKey(await draftForNewSession(store, shared));
    };
    choose().catch(() => setDraftKey(NEW_SESSION_DRAFT));
  }, [store, ports, shared]);
  return draftKey;
}
