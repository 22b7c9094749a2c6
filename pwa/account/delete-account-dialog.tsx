import { type ReactNode, useId, useRef, useState } from 'react';
import { DeletionAnswer, type DeletionState } from '../../api/contract/account-deletion.ts';
import { DELETION_WAIT_DAYS } from '../../api/contract/limits.ts';
import { ONLINE_CALLS } from '../../api/contract/online-calls.ts';
import { foldEmail } from '../../api/contract/text.ts';
import type { UnsyncedWork } from '../../sync/store/setting-values.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { showError } from '../components/toast-store.ts';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { askServer, isAccountDeleted, RefusedCall } from '../online/ask-server.ts';
import { useSignIn } from '../sign-in/sign-in-context.tsx';
import { useOnlineAccount } from '../sync/online-account.ts';
import { Goes } from './goes.tsx';
import { forgetReceipt, type HeldReceipt, holdReceipt, newNumber } from './receipt.ts';
import { ACCOUNT_TEXTS as TEXTS } from './texts.ts';
import { useDeletionState } from './use-deletion-state.ts';
import { useUnsentHere } from './use-unsent-here.ts';

const { path: PATH } = ONLINE_CALLS['account.delete'];
const DAY_MS = 86_400_000;
const NOTHING: UnsyncedWork = { changes: 0, files: 0, drafts: 0 };

type When = 'later' | 'now';

export interface DeleteAccountDialogProps {
  email: string | null;
  /** Empty while it is not known. */
  name: string;
  onClose: () => void;
  /** The account goes in a week, and is closed until its person keeps it. */
  onScheduled: (deleteAt: string) => void;
  onExportFirst: () => void;
}

/** Says what goes with the account, and when, before anything goes (R374). */
export function DeleteAccountDialog({ email: own, name, onClose, onScheduled, onExportFirst }: DeleteAccountDialogProps) {
  const signIn = useSignIn();
  const { userId, ports } = useOnlineAccount();
  const device = useDeviceWord();
  const { reading, read } = useDeletionState();
  const unsent = useUnsentHere(userId);
  const [chosen, choose] = useState<When>('later');
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const state = reading.is === 'read' ? reading.state : null;
  // While the account waits to go, only 'Now' is left, and must be chosen.
  const when = state?.deleteAt && chosen === 'later' ? null : chosen;
  const onlyHere = unsent ? unsent.changes + unsent.files + unsent.drafts : 0;

  const deleteNow = async ({ goes, backupDays }: DeletionState) => {
    const at = new Date(ports.now()).toISOString();
    const held: HeldReceipt = { userId, number: newNumber(), at, goes, backupDays, agreed: NOTHING };
    const agreed = unsent ?? NOTHING;
    holdReceipt(held);
    try {
      const { receipt, deleteAt } = await send('now');
      if (deleteAt !== null) {
        // A report of something of theirs holds it.
        forgetReceipt();
        return onScheduled(deleteAt);
      }
      holdReceipt({ ...held, ...receipt, agreed });
    } catch (failure) {
      // The answer to an earlier try was lost.
      if (await isAccountDeleted(failure)) holdReceipt({ ...held, agreed });
      else {
        if (failure instanceof RefusedCall && failure.status < 500) forgetReceipt();
        throw failure;
      }
    }
    signIn.erased(userId);
  };
  const deleteLater = async () => {
    forgetReceipt();
    const { deleteAt } = await send('later');
    if (deleteAt === null) throw new Error('The answer names no day');
    onScheduled(deleteAt);
  };
  const send = async (at: When) => {
    const answer = await askServer(ports, userId, PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ when: at, email }),
      signal: AbortSignal.timeout(30_000),
    });
    return DeletionAnswer.parse(await answer.json());
  };

  const confirm = () => {
    if (!state || !when || pending) return;
    // Checked here too, so that a slip costs no request.
    if (foldEmail(email.trim()) !== (own ?? '')) {
      setError(TEXTS.wrongEmail);
      return field.current?.focus();
    }
    setPending(true);
    (when === 'now' ? deleteNow(state) : deleteLater()).catch(async () => {
      // If the answer was lost, this says what has become of the account.
      const now = await read();
      if (now === 'deleted') return;
      if (when === 'later' && now?.deleteAt) return onScheduled(now.deleteAt);
      if (now) forgetReceipt();
      setPending(false);
      showError(TEXTS.failed);
    });
  };
  // What was sent cannot be taken back by closing.
  const close = () => pending || onClose();

  return (
    <Dialog
      open
      onClose={close}
      title={TEXTS.title}
      foot={
        <>
          <Button tone="quiet" aria-disabled={pending} onClick={close}>
            {TEXTS.keep}
          </Button>
          <Button
            compact
            className="border-danger! text-danger! hover:bg-danger-ground!"
            pending={pending && TEXTS.deleting}
            aria-disabled={!when || !state}
            onClick={confirm}
          >
            {TEXTS.confirm}
          </Button>
        </>
      }
    >
      {reading.is !== 'read' && (
        <div className="grid justify-items-start gap-3">
          <p role="status" className="text-ink-2">
            {TEXTS[reading.is]}
          </p>
          {reading.is !== 'loading' && (
            <Button icon="retry" onClick={() => void read()}>
              {TEXTS.retry}
            </Button>
          )}
        </div>
      )}
      {state && (
        <div className="grid gap-4">
          <div>
            <p className="text-ink-2">{TEXTS.this(name)}</p>
            <Goes rows={[...TEXTS.rows(state.goes), ...(onlyHere ? [[TEXTS.onlyHere(device), onlyHere.toLocaleString()] as const] : [])]} />
          </div>
          {state.isOnlyAdmin && <p className="rounded-card bg-waiting-ground p-4 text-15">{TEXTS.onlyAdmin}</p>}
          <p className="rounded-card bg-sunken p-4 text-15">
            <b>{TEXTS.stays}</b> {TEXTS.copies}{' '}
            {TEXTS.backups(state.backupDays, ports.now() + (when === 'later' ? DELETION_WAIT_DAYS * DAY_MS : 0))}
          </p>
          <fieldset className="grid gap-2">
            <legend className="sr-only">{TEXTS.when}</legend>
            {!state.deleteAt && (
              <Pick when="later" chosen={when} onChoose={choose} title={TEXTS.later}>
                {TEXTS.laterAbout(deviceDay(Math.max(ports.now() + DELETION_WAIT_DAYS * DAY_MS, Date.parse(state.heldUntil ?? '') || 0)))}
              </Pick>
            )}
            <Pick when="now" chosen={when} onChoose={choose} title={TEXTS.now}>
              {state.heldUntil ? TEXTS.heldAbout(deviceDay(Date.parse(state.heldUntil))) : TEXTS.nowAbout}
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
          <Button tone="quiet" className="-ms-3 justify-self-start" onClick={() => pending || onExportFirst()}>
            {TEXTS.exportFirst}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface PickProps {
  when: When;
  chosen: When | null;
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
