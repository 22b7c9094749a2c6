import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Goes } from '../../account/goes.tsx';
import { readReceipt } from '../../account/receipt.ts';
import { ACCOUNT_TEXTS, receiptText } from '../../account/texts.ts';
import { Brand } from '../../components/brand.tsx';
import { Button } from '../../components/button.tsx';
import { saveBlob } from '../../components/save-blob.ts';
import { deviceZone } from '../../dates/training-moment.ts';
import { isSomeoneElseSignedIn } from '../../sign-in/signed-in-user-id.ts';
import { TEXTS } from './texts.ts';

// Loaded on demand: visitors, who may get this page's code, need no store.
const Remains = lazy(async () => ({ default: (await import('./remains.tsx')).Remains }));

/**
 * For a browser whose account was deleted (R374): removes what it holds of the account. The tab that deleted the account shows the
 * receipt. Someone else may be signed in by now; their own account is untouched.
 */
export function AccountErased({ userId }: { userId: string }) {
  const [receipt] = useState(() => readReceipt(userId));
  const [isOfAnother] = useState(() => isSomeoneElseSignedIn(userId, document.cookie));
  const title = isOfAnother ? TEXTS.titleOfAnother : TEXTS.title;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Longline`;
    heading.current?.focus();
  }, [title]);
  return (
    <div className="mx-auto max-w-[calc(520px+64px)] px-4 md:px-8">
      <header className="flex min-h-16 items-center pt-[env(safe-area-inset-top)]">
        <Brand />
      </header>
      <main className="grid gap-6 pt-8 pb-16 md:pt-16">
        <h1 ref={heading} tabIndex={-1}>
          {title}
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
          <p className="text-ink-2">{isOfAnother ? TEXTS.elsewhereOfAnother : TEXTS.elsewhere}</p>
        )}
        {receipt && (
          <Button
            icon="download"
            className="justify-self-start"
            onClick={() =>
              saveBlob(new Blob([receiptText(receipt)], { type: 'text/plain;charset=utf-8' }), `longline-${receipt.number}.txt`)
            }
          >
            {TEXTS.saveReceipt}
          </Button>
        )}
        <Suspense fallback={<p>{TEXTS.removing}</p>}>
          <Remains userId={userId} isOfAnother={isOfAnother} agreed={receipt?.agreed} onRemove={() => heading.current?.focus()} />
        </Suspense>
      </main>
    </div>
  );
}
