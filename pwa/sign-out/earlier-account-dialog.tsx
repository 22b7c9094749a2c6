import { useState } from 'react';
import type { EarlierAccountWish } from '../../sync/engine-messages.ts';
import type { EarlierAccount } from '../../sync/sign-out/find-earlier-account.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { showError, showToast } from '../components/toast-store.ts';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { useEngine } from '../sync/sync-provider.tsx';
import { contentWords } from './content-words.ts';
import { EARLIER_TEXTS as TEXTS } from './texts.ts';

export interface EarlierAccountDialogProps {
  account: EarlierAccount;
  /** Without an answer: the next start asks again. */
  onClose: () => void;
  /** The answer was carried out. */
  onDone: () => void;
}

/** Adds the content of an earlier account to the log, or removes it from this device. */
export function EarlierAccountDialog({ account, onClose, onDone }: EarlierAccountDialogProps) {
  const engine = useEngine();
  const device = useDeviceWord();
  const [busy, setBusy] = useState<EarlierAccountWish | null>(null);
  const [asking, setAsking] = useState(false);
  const settle = (wish: EarlierAccountWish, done: string) => {
    if (busy) return;
    setBusy(wish);
    engine.settleEarlier(account.userId, wish).then(
      () => {
        showToast({ description: done });
        onDone();
      },
      () => {
        setBusy(null);
        showError(wish === 'adopt' ? TEXTS.failed : TEXTS.removeFailed);
        // Part of it may be gone, so the counts are no longer true. The rest leaves at a later start.
        if (wish === 'decline') onClose();
      },
    );
  };
  const remove = () => {
    setAsking(false);
    settle('decline', TEXTS.removed(device));
  };
  return (
    <>
      <Dialog
        open
        onClose={() => {
          // Not even a sign-out interrupts an answer.
          if (!busy) onClose();
        }}
        title={TEXTS.title}
        foot={
          <>
            <Button tone="quiet" pending={busy === 'decline' && TEXTS.removing} onClick={() => setAsking(true)}>
              {TEXTS.remove}
            </Button>
            <Button tone="primary" pending={busy === 'adopt' && TEXTS.adding} onClick={() => settle('adopt', TEXTS.added)}>
              {TEXTS.add}
            </Button>
          </>
        }
      >
        <div className="grid gap-3 text-ink-2">
          <p>{TEXTS.why(device)}</p>
          <p className="font-semi text-ink">{contentWords(account.holds)}</p>
          <p>{TEXTS.what}</p>
          <p>{TEXTS.not}</p>
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking}
        danger
        title={TEXTS.askRemove.title(device)}
        confirmLabel={TEXTS.askRemove.confirm}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p>{TEXTS.askRemove.text}</p>
      </ConfirmDialog>
    </>
  );
}
