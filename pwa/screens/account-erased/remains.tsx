import { useState } from 'react';
import type { UnsyncedWork } from '../../../sync/store/setting-values.ts';
import { forgetReceipt } from '../../account/receipt.ts';
import { useErasing } from '../../account/use-erasing.ts';
import { Button } from '../../components/button.tsx';
import { buttonStyle } from '../../components/button-style.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DeviceExportButton } from '../../data-export/device-export-button.tsx';
import { isSomeoneElseSignedIn } from '../../sign-in/signed-in-user-id.ts';
import { TEXTS } from './texts.ts';

/** Signs out no one else who has signed in in another tab. */
const wayOut = (userId: string): string => (isSomeoneElseSignedIn(userId, document.cookie) ? '/' : '/api/logout');

interface RemainsProps {
  userId: string;
  isOfAnother: boolean;
  agreed: UnsyncedWork | undefined;
  onRemove: () => void;
}

/**
 * Removes what this browser holds of the account at once. If no server has a part of it, its person may save that first, and says when
 * it may go.
 * @param isOfAnother someone else is signed in
 * @param agreed the work that they have already agreed to lose
 * @param onRemove the button that began it goes
 */
export function Remains({ userId, isOfAnother, agreed, onRemove }: RemainsProps) {
  const { state, remove } = useErasing(userId, agreed);
  const removeNow = () => {
    onRemove();
    remove();
  };
  const [asks, setAsks] = useState(false);
  const [exporting, setExporting] = useState(false);
  return (
    <section className="grid justify-items-start gap-3">
      <p role="status">{state.is === 'asking' ? TEXTS.onlyHere(state.work, state.email) : TEXTS[state.is]}</p>
      {state.is === 'asking' && (
        <>
          <p className="text-15 text-ink-2">{TEXTS.saveFirst}</p>
          <div className="flex flex-wrap gap-2">
            <DeviceExportButton isLast store={state.store} ports={state.ports} onExporting={setExporting} />
            <Button tone="danger" aria-disabled={exporting} onClick={() => exporting || setAsks(true)}>
              {TEXTS.remove}
            </Button>
          </div>
          <ConfirmDialog
            open={asks}
            danger
            title={TEXTS.removeTitle}
            confirmLabel={TEXTS.removeNow}
            onClose={() => setAsks(false)}
            onConfirm={() => {
              setAsks(false);
              removeNow();
            }}
          >
            {TEXTS.removeAbout}
          </ConfirmDialog>
        </>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {state.is === 'failed' && <Button onClick={removeNow}>{TEXTS.remove}</Button>}
        {/* Before that, the next page would find what is left, and come back here. */}
        {(state.is === 'cleared' || state.is === 'failed') && (
          <a href={wayOut(userId)} className={buttonStyle('plain')} onClick={forgetReceipt}>
            {isOfAnother ? TEXTS.goOn : TEXTS.leave}
          </a>
        )}
      </div>
    </section>
  );
}
