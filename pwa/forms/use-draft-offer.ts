import { discardDraft } from '../../sync/store/drafts.ts';
import { forgetMedia } from '../../sync/media/forget-media.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { offerDraft } from './draft-toast.ts';
import type { DraftKeeper } from './use-draft-keeper.ts';

/** Discards a form's draft with its file, or offers to do so after the form has closed. */
export function useDraftOffer(keeper: DraftKeeper, mediaId: string | null) {
  const store = useStore();
  const ports = usePorts();
  const forgetFile = async () => {
    if (mediaId) await forgetMedia(store, ports, mediaId);
  };
  return {
    discard: () => keeper.discard().then(forgetFile),
    /**
     * Shows the toast only after the draft is written, because the app may end at any time. If the draft cannot be written,
     * the form still closes.
     */
    keepAndOffer: async () => {
      const key = keeper.key();
      const forget = () => void discardDraft(store, key).then(forgetFile);
      await keeper.keep().then(
        (kept) => kept && offerDraft(forget),
        () => undefined,
      );
    },
  };
}
