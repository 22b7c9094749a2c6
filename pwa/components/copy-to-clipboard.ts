import { showError, showToast } from './toast-store.ts';

const TEXTS = { copied: 'Copied', failed: { title: 'Failed to copy', description: 'Please try again.' } } as const;

/** Copies a text and shows a toast with the result. Call it in the task of the tap, or Safari refuses. */
export async function copyToClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ description: TEXTS.copied });
  } catch {
    showError(TEXTS.failed.description, TEXTS.failed.title);
  }
}
