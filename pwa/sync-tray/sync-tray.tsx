import { lazy, Suspense } from 'react';
import { DialogBoundary } from '../components/dialog-boundary.tsx';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { SYNC_QUEUE_DIALOG } from './sync-queue-dialog.ts';

const QueueDialog = lazy(async () => ({ default: (await import('./queue-dialog.tsx')).QueueDialog }));

/** The queue, opened from the header's sync total (`?dialog=sync`). Loaded on first use. */
export function SyncTray() {
  const { isOpen, close } = useDialogRoute(SYNC_QUEUE_DIALOG, []);
  if (!isOpen) return null;
  return (
    <DialogBoundary onClose={close}>
      <Suspense fallback={null}>
        <QueueDialog onClose={close} />
      </Suspense>
    </DialogBoundary>
  );
}
