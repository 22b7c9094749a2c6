import { expect, it } from 'vitest';
import { beginBusy, isBusy, subscribeBusy } from './busy.ts';

it('stays busy until the last reason ends, and notifies listeners of changes', () => {
  const seen: boolean[] = [];
  const stop = subscribeBusy(() => seen.push(isBusy()));
  const endForm = beginBusy('add-session form');
  const endUpload = beginBusy('upload');
  endForm();
  endForm();
  expect(isBusy()).toBe(true);
  endUpload();
  stop();
  expect(isBusy()).toBe(false);
  expect(seen).toEqual([true, true, true, false]);
});
