import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { useWhenUnseen } from '../components/use-when-unseen.ts';
import { ExportButton } from '../sync-tray/export-button.tsx';
import { syncTotalStatus } from '../sync/sync-total-status.ts';
import { useSyncTotal } from '../sync/use-sync-total.ts';
import { INSTALL_DIALOG } from './install-dialog-name.ts';
import { TEXTS } from './texts.ts';

/** States in which work stays unsent until something changes. In all other states it is being sent. */
const STAYS: readonly string[] = ['waiting', 'held', 'paused', 'failed'];

/**
 * For a tab whose data the browser deletes after seven days (R259). While unsent work waits there, says so and offers to
 * install the app or to export the work. Otherwise shows the children, the ordinary offer to install.
 */
export function UnsentInTab({ children }: { children: ReactNode }) {
  const total = useSyncTotal();
  if (!total) return children;
  // Mount the sentence only once the total is known: if work waits when the screen opens, it may appear at once.
  return <Sentence waits={total.pending > 0 && STAYS.includes(syncTotalStatus(total).state)}>{children}</Sentence>;
}

function Sentence({ waits, children }: { waits: boolean; children: ReactNode }) {
  const { open } = useDialogRoute(INSTALL_DIALOG, []);
  const isShown = useWhenUnseen(waits, 'log');
  if (!isShown) return children;
  return (
    <section aria-label={TEXTS.unsent} className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2 border-y border-line py-3">
      <p className="flex-[1_1_260px] font-semi">{TEXTS.forgets}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => open()}>{TEXTS.install}</Button>
        <ExportButton />
      </div>
    </section>
  );
}
