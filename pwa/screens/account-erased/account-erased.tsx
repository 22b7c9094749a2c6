import { useEffect, useRef, useState } from 'react';
import { Goes } from '../../account/goes.tsx';
import { forgetReceipt, readReceipt } from '../../account/receipt.ts';
import { ACCOUNT_TEXTS, receiptText } from '../../account/texts.ts';
import { type Erasing, useErasing } from '../../account/use-erasing.ts';
import { Brand } from '../../components/brand.tsx';
import { Button } from '../../components/button.tsx';
import { buttonStyle } from '../../components/button-style.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { saveBlob } from '../../components/save-blob.ts';
import { DeviceExportButton } from '../../data-export/device-export-button.tsx';
import { deviceZone } from '../../dates/training-moment.ts';
import { signedInUserId } from '../../sign-in/signed-in-user-id.ts';
import { TEXTS } from './texts.ts';

/**
 * For a browser whose account was deleted (R374). What it holds of the account goes at once. If no server has a part of it, its
 * person may save that first, and says when it may go. The tab that deleted the account shows the receipt.
 */
export function AccountErased({ userId }: { userId: string }) {
  const [receipt] = useState(() => readReceipt(userId));
  const erasing = useErasing(userId, receipt?.agreed);
  const heading = useRef<HTMLHeadingElement>(null);
  const { is } = erasing.state;
  useEffect(() => {
    document.title = `${TEXTS.title} · Longline`;
    heading.current?.focus();
  }, []);
  return (
    <div className="mx-auto max-w-[calc(520px+64px)] px-4 md:px-8">
      <header className="flex min-h-16 items-center pt-[env(safe-area-inset-top)]">
        <Brand />
      </header>
      <main className="grid gap-6 pt-8 pb-16 md:pt-16">
        <h1 ref={heading} tabIndex={-1}>
          {TEXTS.title}
        </h1>
        {receipt ? (
          <>
            <p className="text-ink-2">{TEXTS.receipt(receipt.at, deviceZone(), receipt.number)}</p>
            <Goes rows={ACCOUNT_TEXTS.rows(receipt.goes)} />
            <p className="text-15 text-ink-2">
              {TEXTS.otherDevices} {ACCOUNT_TEXTS.backups(receipt.backupDays, Date.parse(receipt.at))}
            </p>
          </>
        ) : (
          <p className="text-ink-2">{TEXTS.elsewhere}</p>
        )}
        <Remains
          {...erasing}
          remove={() => {
            heading.current?.focus();
            erasing.remove();
          }}
        />
        <div className="flex flex-wrap gap-2 empty:hidden">
          {receipt && (
            <Button
              icon="download"
              onClick={() =>
                saveBlob(new Blob([receiptText(receipt)], { type: 'text/plain;charset=utf-8' }), `longline-${receipt.number}.txt`)
              }
            >
              {TEXTS.saveReceipt}
            </Button>
          )}
          {/* Before that, the next page would find what is left, and come back here. */}
          {(is === 'cleared' || is === 'failed') && (
            <a href={wayOut(userId)} className={buttonStyle('plain')} onClick={forgetReceipt}>
              {TEXTS.leave}
            </a>
          )}
        </div>
      </main>
    </div>
  );
}

/** Signs out no one else who has signed in in another tab. */
const wayOut = (userId: string): string => ([userId, null].includes(signedInUserId(document.cookie)) ? '/api/logout' : '/');

function Remains({ state, remove }: Erasing) {
  const [asks, setAsks] = useState(false);
  const [exporting, setExporting] = useState(false);
  return (
    <section className="grid justify-items-start gap-3">
      <p role="status">{state.is === 'asking' ? TEXTS.onlyHere(state.work) : TEXTS[state.is]}</p>
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
              remove();
            }}
          >
            {TEXTS.removeAbout}
          </ConfirmDialog>
        </>
      )}
      {state.is === 'failed' && <Button onClick={remove}>{TEXTS.remove}</Button>}
    </section>
  );
}
