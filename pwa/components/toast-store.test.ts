import { expect, it } from 'vitest';
import { currentToast, dismissToast, showError, showToast, subscribeToast } from './toast-store.ts';

it('shows one toast at a time: the newer takes the place of the older', () => {
  showToast({ description: 'Comment posted' });
  showError('Failed to post comment');
  expect(currentToast()).toMatchObject({ title: 'Error', description: 'Failed to post comment', tone: 'destructive' });
});

it('lets an old toast that ends leave the newer one standing', () => {
  showToast({ description: 'first' });
  const first = currentToast()?.serial ?? 0;
  showToast({ description: 'second' });
  dismissToast(first);
  expect(currentToast()?.description).toBe('second');
  dismissToast(first + 1);
  expect(currentToast()).toBeNull();
});

it('takes the same words twice for two toasts', () => {
  const serials: number[] = [];
  const stop = subscribeToast(() => serials.push(currentToast()?.serial ?? 0));
  showError('Failed to add dog');
  showError('Failed to add dog');
  stop();
  expect(new Set(serials).size).toBe(2);
});
