import { useEffect, useState } from 'react';
import { Goes } from '../../account/goes.tsx';
import { forgetReceipt, readReceipt } from '../../account/receipt.ts';
import { ACCOUNT_TEXTS, receiptText } from '../../account/texts.ts';
import { type Erasing, useErasing } from '../../account/use-erasing.ts';
import { Brand } from '../../components/brand.tsx';
import { Button } from '../../components/button.tsx';
import { buttonStyle } from '../../components/button-style.ts';
import { saveBlob } from '../../components/save-blob.ts';
import { DeviceExportButton } from '../../data-export/device-export-button.tsx';
import { deviceZone } from '../../dates/training-moment.ts';
import { TEXTS } from './texts.ts';

/**
 * For a browser whose account was deleted (R374). What it holds of the account goes at once, but for work that no server has,
 * which its person may save first. The tab that deleted the account shows the receipt.
 */
export function AccountErased({ userId }: { userId: string }) {
  const [receipt] = useState(() => readReceipt(userId));
  const erasing = useErasing(userId, receipt?.isConfirmed ?? false);
  useEffect(() => {
    document.title = `${TEXTS.title} · Longline`;
  }, []);
  return (
    <div className="mx-auto max-w-[calc(520px+64px)] px-4 md:px-8">
      <header className="flex min-h-16 items-center pt-[env(safe-area-inset-top)]">
        <Brand />
      </header>
      <main className="grid gap-6 pt-8 pb-16 md:pt-16">
        <h1>{TEXTS.title}</h1>
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
        <Remains {...erasing} />
        <div className="flex flex-wrap gap-2">
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
          {/* Later the browser would find this page again, so what is only here can wait. */}
          <a href="/api/logout" className={buttonStyle('plain')} onClick={forgetReceipt}>
            {TEXTS.leave}
          </a>
        </div>
      </main>
    </div>
  );
}

function Remains({ state, remove }: Erasing) {
  if (state.is === 'asking') {
    const { store, ports, work } = state;
    return (
      <section aria-labelledby="only-here" className="grid gap-3 rounded-card bg-sunken p-4">
        <h2 id="only-here" className="text-17">
          {TEXTS.onlyHere(work.changes + work.files + work.drafts)}
        </h2>
        <p className="text-15 text-ink-2">{TEXTS.saveFirst}</p>
        <div className="flex flex-wrap gap-2">
          <DeviceExportButton isLast store={store} ports={ports} />
          <Button tone="danger" onClick={remove}>
            {TEXTS.remove}
          </Button>
        </div>
      </section>
    );
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status">{TEXTS[state.is]}</p>
      {state.is === 'failed' && <Button onClick={remove}>{TEXTS.remove}</Button>}
    </div>
  );
}
