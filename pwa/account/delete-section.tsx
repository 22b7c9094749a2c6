import { type ReactNode, Suspense } from 'react';
import { Button } from '../components/button.tsx';
import { lazyWithPreload } from '../components/lazy-component.tsx';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { useSignIn, useUser } from '../sign-in/sign-in-context.tsx';
import { ACCOUNT_TEXTS as TEXTS } from './texts.ts';
import { useExportFirst } from './use-export-first.ts';

export const DeleteAccountDialog = lazyWithPreload(async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog);

/** 'Delete account' (R374): opens what says what goes. */
export function DeleteSection() {
  const { id, firstName, lastName, email } = useUser();
  const signIn = useSignIn();
  const { isOpen, open, close } = useDialogRoute('delete-account', []);
  const exportFirst = useExportFirst('export', { isOpen, close });
  return (
    <DeleteAccount onOpen={() => open()}>
      {isOpen && (
        <DeleteAccountDialog
          email={email}
          name={[firstName, lastName].filter(Boolean).join(' ')}
          onClose={close}
          onScheduled={(deleteAt) => signIn.outside({ userId: id, deleteAt })}
          onExportFirst={exportFirst}
        />
      )}
    </DeleteAccount>
  );
}

export function DeleteAccount({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <section aria-labelledby="delete-account" className="max-w-[640px]">
      <h2 id="delete-account">{TEXTS.title}</h2>
      <p className="mt-1 text-15 text-ink-2">{TEXTS.about}</p>
      <Button tone="danger" className="-ms-3 mt-3" onClick={onOpen}>
        {TEXTS.open}
      </Button>
      <Suspense fallback={null}>{children}</Suspense>
    </section>
  );
}
