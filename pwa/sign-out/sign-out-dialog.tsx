import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Leaving } from '../../sync/engine-messages.ts';
import { canLockWork } from '../../sync/sign-out/lock-work.ts';
import { unsyncedWork } from '../../sync/sign-out/sign-out.ts';
import type { UnsyncedWork } from '../../sync/store/setting-values.ts';
import type { SyncTotal } from '../../sync/status/sync-total.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { showError } from '../components/toast-store.ts';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { useStore, useTryNow } from '../sync/sync-provider.tsx';
import { useLeave } from '../sync/use-leave.ts';
import { useLive } from '../sync/use-live.ts';
import { useSyncTotal } from '../sync/use-sync-total.ts';
import { ExportButton } from '../sync-tray/export-button.tsx';
import { SYNC_QUEUE_DIALOG } from '../sync-tray/sync-queue-dialog.ts';
import { Choice } from './choice.tsx';
import { EarlierAccountFirst } from './earlier-account-first.tsx';
import { SIGN_OUT_DIALOG } from './sign-out-dialog-name.ts';
import { TEXTS } from './texts.ts';

/**
 * Runs after Logout (`?dialog=sign-out`). With nothing unsynced it signs out at once; otherwise it asks what to do with the
 * work. It never deletes unsynced work without asking (R128). First it asks about an earlier account (R303).
 */
export function SignOutDialog() {
  const { isOpen, close } = useDialogRoute(SIGN_OUT_DIALOG, []);
  return (
    isOpen && (
      <EarlierAccountFirst onClose={close}>
        <SignOut onClose={close} />
      </EarlierAccountFirst>
    )
  );
}

const NOTHING: UnsyncedWork = { changes: 0, files: 0, drafts: 0 };

function SignOut({ onClose }: { onClose: () => void }) {
  const store = useStore();
  const device = useDeviceWord();
  const tryNow = useTryNow();
  const leave = useLeave();
  const work = useLive(() => unsyncedWork(store), [store]);
  const lockable = useLive(() => canLockWork(store), [store]) ?? false;
  const [asked, setAsked] = useState<'nothing' | 'sync' | 'keep' | 'clear'>('nothing');
  const [askingDiscard, setAskingDiscard] = useState(false);
  const leaving = useRef(false);
  const total = useSyncTotal();
  const queue = useDialogRoute(SYNC_QUEUE_DIALOG);
  const held = asked === 'sync' && total ? whatHolds(total) : null;

  const go = useCallback(
    async (wish: Leaving) => {
      if (leaving.current) return;
      leaving.current = true;
      try {
        await leave(wish);
      } catch {
        leaving.current = false;
        setAsked('nothing');
        showError(TEXTS.failed);
      }
    },
    [leave],
  );

  const nothingHere = work !== undefined && work.changes + work.files + work.drafts === 0;
  // A link on another site must not sign anyone out (R18): skip the question only after Logout was pressed here.
  const state = useLocation().state as { dialogOpenedHere?: unknown } | null;
  const pressedHere = state?.dialogOpenedHere === SIGN_OUT_DIALOG;
  useEffect(() => {
    if (nothingHere && pressedHere) void go({ how: 'clear', agreed: NOTHING });
  }, [go, nothingHere, pressedHere]);

  if (!work) return null;
  if (nothingHere) {
    const { title, text, confirm } = TEXTS.askLeave;
    return (
      <ConfirmDialog
        open={!pressedHere}
        title={title}
        confirmLabel={confirm}
        onConfirm={() => void go({ how: 'clear', agreed: NOTHING })}
        onClose={onClose}
      >
        <p>{text}</p>
      </ConfirmDialog>
    );
  }
  const things = thingsOf(work);
  return (
    <Dialog
      open
      onClose={onClose}
      title={TEXTS.title}
      description={TEXTS.onlyHere(things, device)}
      foot={
        <Button tone="quiet" onClick={onClose}>
          {TEXTS.stay}
        </Button>
      }
    >
      <ul>
        {work.changes + work.files > 0 && (
          <Choice hint={TEXTS.sync.hint}>
            <Button
              tone="primary"
              compact
              pending={asked === 'sync' && !held && TEXTS.syncing}
              onClick={() => {
                setAsked('sync');
                tryNow();
              }}
            >
              {TEXTS.sync.label}
            </Button>
            {held && (
              <p role="status" className="text-15 text-ink-2">
                {typeof held === 'string' ? TEXTS.held[held] : TEXTS.stuck(held)}{' '}
                {typeof held === 'number' && (
                  <button type="button" className="min-h-12 underline" onClick={() => queue.open()}>
                    {TEXTS.seeQueue}
                  </button>
                )}
              </p>
            )}
          </Choice>
        )}
        <Choice hint={lockable ? TEXTS.keep.hint : TEXTS.keep.notYet}>
          <Button
            icon="lock"
            disabled={!lockable}
            onClick={() => {
              setAsked('keep');
              void go({ how: 'keep' });
            }}
          >
            {TEXTS.keep.label(device)}
          </Button>
        </Choice>
        <Choice hint={TEXTS.export.hint}>
          <ExportButton />
        </Choice>
        <Choice hint={TEXTS.discard.hint}>
          <Button tone="danger" icon="trash" onClick={() => setAskingDiscard(true)}>
            {TEXTS.discard.label}
          </Button>
        </Choice>
      </ul>
      <ConfirmDialog
        open={askingDiscard}
        danger
        title={TEXTS.askDiscard.title}
        confirmLabel={TEXTS.askDiscard.confirm}
        pending={asked === 'clear' && TEXTS.discard.label}
        onClose={() => setAskingDiscard(false)}
        onConfirm={() => {
          setAsked('clear');
          void go({ how: 'clear', agreed: work });
        }}
      >
        <p>{TEXTS.askDiscard.text(things)}</p>
      </ConfirmDialog>
    </Dialog>
  );
}

/** Why the sync cannot finish: no connection, a pause, or the number of items that cannot be sent. */
function whatHolds({ offline, pause, pending, refused, failed }: SyncTotal): 'signal' | 'pause' | number | null {
  if (offline) return 'signal';
  if (pause) return 'pause';
  return pending > 0 && refused + failed >= pending ? refused + failed : null;
}

function thingsOf({ changes, files, drafts }: UnsyncedWork): string {
  return [changes > 0 && TEXTS.changes(changes), files > 0 && TEXTS.files(files), drafts > 0 && TEXTS.drafts(drafts)]
    .filter(Boolean)
    .join(', ');
}
