import { currentToast, dismissToast } from '../components/toast-store.ts';

/** Dismisses a form's error toast once the form is saved: the error no longer applies. */
export function dropErrorToast(): void {
  const toast = currentToast();
  if (toast?.tone === 'destructive') dismissToast(toast.serial);
}
