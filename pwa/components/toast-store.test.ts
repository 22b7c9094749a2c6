import { expect, it } from 'vitest';
import { currentToast, dismissToast, showError, showToast, subscribeToast } from './toast-store.ts';

it('shows one toast at a time: a new toast replaces the old one', () => {
  showToast({ description: 'Comment posted' });
  showError('Failed to post comment');
  expect(currentToast()).toMatchObject({ title: 'Error', description: 'Failed to post comment', tone: 'destructive' });
});

it('keeps the newer toast when an older one ends', () => {
  showToast({ description: 'first' });
  const first = currentToast()?.serial ?? 0;
  showToast({ description: 'second' });
  dismissToast(first);
  expect(currentToast()?.description).toBe('second');
  dismissToast(first + 1);
  expect(currentToast()).toBeNull();
});

it('treats a repeated text as a new toast', () => {
  const serials: number[] = [];
  const stop = subscribeToast(() => serials.push(currentToast()?.serial ?? 0));
  showError('Failed to add dog');
  showError('Failed to add dog');
  stop();
  expect(new Set(serials).size).toBe(2);
});
