import { createContext, type ReactNode, useCallback } from 'react';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { SYNC_QUEUE_DIALOG } from './sync-queue-dialog.ts';

/**
 * Opens the queue. A context, because what calls `useDialogRoute` renders again whenever a dialog opens, and lists have many
 * chips that lead to the queue.
 */
export const OpenQueue = createContext<() => void>(() => undefined);

export function OpenQueueProvider({ children }: { children: ReactNode }) {
  const { open } = useDialogRoute(SYNC_QUEUE_DIALOG);
  const openQueue = useCallback(() => open(), [open]);
  return <OpenQueue value={openQueue}>{children}</OpenQueue>;
}
