import { useMemo, useState } from 'react';
import { pagePorts } from '../online/page-ports.ts';
import { OnlineAccountContext } from '../sync/online-account.ts';
import { DeleteAccount, DeleteAccountDialog } from './delete-section.tsx';
import { useExportFirst } from './use-export-first.ts';

interface DeleteOutsideProps {
  userId: string;
  email: string | null;
  onScheduled: (deleteAt: string) => void;
}

/** 'Delete account' for a person without access to the app. */
export function DeleteOutside({ userId, email, onScheduled }: DeleteOutsideProps) {
  const account = useMemo(() => ({ userId, ports: pagePorts, store: null }), [userId]);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const exportFirst = useExportFirst('own-data', { isOpen, close });
  return (
    <OnlineAccountContext value={account}>
      <DeleteAccount onOpen={() => setOpen(true)}>
        {isOpen && (
          <DeleteAccountDialog
            email={email}
            name=""
            onClose={close}
            onScheduled={(deleteAt) => {
              close();
              onScheduled(deleteAt);
            }}
            onExportFirst={exportFirst}
          />
        )}
      </DeleteAccount>
    </OnlineAccountContext>
  );
}
