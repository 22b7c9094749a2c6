import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { DeletionAnswer, DeletionState } from '../../api/contract/account-deletion.ts';
import { DELETION_WAIT_DAYS } from '../../api/contract/limits.ts';
import { ONLINE_CALLS } from '../../api/contract/online-calls.ts';
import { foldEmail } from '../../api/contract/text.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { showError } from '../components/toast-store.ts';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { askServer, RefusedCall } from '../online/ask-server.ts';
import type { OnlineListSource } from '../online/online-list.ts';
import { useOnlineList } from '../online/use-online-list.ts';
import { useSignIn } from '../sign-in/sign-in-context.tsx';
import { useOnlineAccount } from '../sync/online-account.ts';
import { Goes } from './goes.tsx';
import { forgetReceipt, type HeldReceipt, holdReceipt } from './receipt.ts';
import { ACCOUNT_TEXTS as TEXTS } from './texts.ts';
import { useUnsentHere } from './use-unsent-here.ts';

const { path: PATH } = ONLINE_CALLS['account.deletion'];
const SOURCE: OnlineListSource<DeletionState> = { name: 'account.deletion', path: PATH, row: DeletionState, single: true };
const GONE = 410;
const DAY_MS = 86_400_000;

type When = 'later' | 'now';

export interface DeleteAccountDialogProps {
  email: string | null;
  /** Empty while it is not known. */
  name: string;
  onClose: () => void;
  /** The account goes in a week, and is closed until its person keeps it. */
  onScheduled: () => void;
  onExportFirst: () => void;
}

/** Says what goes with the account, and when, before anything goes (R374). */
export function DeleteAccountDialog({ email: own, name, onClose, onScheduled, onExportFirst }: DeleteAccountDialogProps) {
  const signIn = useSignIn();
  const account = useOnlineAccount();
  const { userId } = account;
  const device = useDeviceWord();
  const list = useOnlineList(SOURCE);
  const unsent = useUnsentHere(userId);
  const [chosen, choose] = useState<When>('later');
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);
  const state = list.rows?.[0];
  const isGone = list.status === GONE;
  // While it waits to go, only 'Now' is left to choose.
  const when = state?.deleteAt ? 'now' : chosen;

  useEffect(() => {
    if (isGone) signIn.erased(userId);
  }, [isGone, signIn, userId]);

  const remove = async ({ goes, backupDays }: DeletionState) => {
    const receipt: HeldReceipt = {
      userId,
      number: newNumber(),
      at: new Date(account.ports.now()).toISOString(),
      goes,
      backupDays,
      isConfirmed: false,
    };
    if (when === 'now') holdReceipt(receipt);
    try {
      const answer = await askServer(account.ports, userId, PATH, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ when, email }),
      });
      const { receipt: given } = DeletionAnswer.parse(await answer.json());
      if (!given) return onScheduled();
      holdReceipt({ ...given, userId, isConfirmed: true });
      signIn.erased(userId);
    } catch (failure) {
      const isRefused = failure instanceof RefusedCall;
      if (isRefused && failure.status === GONE && when === 'now') {
        // The answer to an earlier try was lost.
        holdReceipt({ ...receipt, isConfirmed: true });
        return signIn.erased(userId);
      }
      if (isRefused) forgetReceipt();
      setPending(false);
      showError(TEXTS.failed);
      // If the answer was lost, this says whether the account is there.
      list.refresh();
    }
  };
  const confirm = () => {
    if (!state) return;
    // Checked here too, so that a slip costs no request.
    if (foldEmail(email.trim()) !== (own ?? '')) {
      setError(TEXTS.wrongEmail);
      return field.current?.focus();
    }
    setPending(true);
    void remove(state);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={TEXTS.title}
      foot={
        <>
          <Button tone="quiet" onClick={onClose}>
            {TEXTS.keep}
          </Button>
          <Button
            compact
            className="border-danger! text-danger! hover:bg-danger-ground!"
            pending={pending && TEXTS.deleting}
            aria-disabled={!state}
            onClick={confirm}
          >
            {TEXTS.confirm}
          </Button>
        </>
      }
    >
      {!state && (
        <div className="grid justify-items-start gap-3">
          <p role="status" className="text-ink-2">
            {list.failure ? TEXTS[list.failure] : TEXTS.loading}
          </p>
          {list.failure && (
            <Button icon="retry" onClick={list.refresh}>
              {TEXTS.retry}
            </Button>
          )}
        </div>
      )}
      {state && (
        <div className="grid gap-4">
          <div>
            <p className="text-ink-2">{TEXTS.this(name)}</p>
            <Goes rows={[...TEXTS.rows(state.goes), ...(unsent ? [[TEXTS.onlyHere(device), unsent.toLocaleString()] as const] : [])]} />
          </div>
          {state.isOnlyAdmin && <p className="rounded-card bg-waiting-ground p-4 text-15">{TEXTS.onlyAdmin}</p>}
          <p className="rounded-card bg-sunken p-4 text-15">
            <b>{TEXTS.stays}</b> {TEXTS.copies}{' '}
            {TEXTS.backups(state.backupDays, account.ports.now() + (when === 'later' ? DELETION_WAIT_DAYS * DAY_MS : 0))}
          </p>
          <fieldset className="grid gap-2">
            <legend className="sr-only">{TEXTS.when}</legend>
            {!state.deleteAt && (
              <Pick when="later" chosen={when} onChoose={choose} title={TEXTS.later}>
                {TEXTS.laterAbout(deviceDay(account.ports.now() + DELETION_WAIT_DAYS * DAY_MS))}
              </Pick>
            )}
            <Pick when="now" chosen={when} onChoose={choose} title={TEXTS.now}>
              {TEXTS.nowAbout}
            </Pick>
          </fieldset>
          {own !== null && (
            <TextField
              ref={field}
              label={TEXTS.email}
              type="email"
              autoComplete="off"
              placeholder={own}
              value={email}
              error={error}
              onChange={({ target }) => {
                setEmail(target.value);
                setError(undefined);
              }}
            />
          )}
          <Button tone="quiet" className="-ms-3 justify-self-start" onClick={onExportFirst}>
            {TEXTS.exportFirst}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

/** Such as '7F3A-91C2'. */
const newNumber = (): string =>
  crypto
    .randomUUID()
    .slice(0, 9)
    .toUpperCase()
    .replace(/^(.{4})(.{4})-/, '$1-$2');

interface PickProps {
  when: When;
  chosen: When;
  onChoose: (when: When) => void;
  title: string;
  children: ReactNode;
}

function Pick({ when, chosen, onChoose, title, children }: PickProps) {
  const about = useId();
  return (
    <label className="flex min-h-12 gap-3 rounded-card border border-line p-3">
      <input
        type="radio"
        name="when"
        className="mt-0.5 size-5 shrink-0 accent-primary"
        checked={chosen === when}
        aria-describedby={about}
        onChange={() => onChoose(when)}
      />
      <span>
        <b className="block font-semi">{title}</b>
        <span id={about} className="text-15 text-ink-2">
          {children}
        </span>
      </span>
    </label>
  );
}
