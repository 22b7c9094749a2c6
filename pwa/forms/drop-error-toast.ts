import { currentToast, dismissToast } from '../components/toast-store.ts';

/** Takes back what a form said was wrong, once it is saved: the words would be untrue. */
export function dropErrorToast(): void {
  const toast = currentToast();
  if (toast?.tone === 'destructive') dismissToast(toast.serial);
}
