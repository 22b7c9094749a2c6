import { useState } from 'react';
import { discardDraft } from '../../sync/store/drafts.ts';
import { forgetMedia } from '../../sync/media/forget-media.ts';
import type { UnsentDraft } from '../../sync/queries/unsent-drafts.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { copyToClipboard } from '../components/copy-to-clipboard.ts';
import { copyWords } from '../sync-tray/copy-words.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { showFailure } from './show-failure.ts';
import { FORM_TEXTS } from './texts.ts';

/** Actions for a draft whose row is gone: no form can open it, so offer to copy its text or discard it. */
export function OrphanedDraft({ draft, words }: { draft: UnsentDraft; words: string }) {
  const store = useStore();
  const ports = usePorts();
  const [asking, setAsking] = useState(false);
  const { copy, discard, unsent } = FORM_TEXTS;
  const typed = copyWords(draft.values);
  const forget = async () => {
    await discardDraft(store, draft.key);
    if (draft.mediaId) await forgetMedia(store, ports, draft.mediaId);
  };
  return (
    <span className="-me-3 flex shrink-0">
      {typed && (
        <Button tone="quiet" className="text-primary!" aria-label={`${copy}: ${words}`} onClick={() => void copyToClipboard(typed)}>
          {copy}
        </Button>
      )}
      <Button tone="quiet" className="text-primary!" aria-label={`${discard}: ${words}`} onClick={() => setAsking(true)}>
        {discard}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={unsent.askDiscard.title}
        confirmLabel={discard}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          forget().catch((error: unknown) => showFailure(error, unsent.discardFailed));
        }}
      >
        <p>{unsent.askDiscard.text}</p>
      </ConfirmDialog>
    </span>
  );
}
