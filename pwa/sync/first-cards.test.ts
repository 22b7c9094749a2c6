import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => void vi.useRealTimers());

const load = () => import('./first-cards.ts');

it('waits for the first cards, however long the page is idle before', async () => {
  const { afterFirstCards, tellFirstCards } = await load();
  const act = vi.fn<() => void>();
  afterFirstCards(act);
  vi.advanceTimersByTime(19_000);
  expect(act).not.toHaveBeenCalled();
  tellFirstCards();
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_000);
  expect(act).toHaveBeenCalledTimes(1);
});

it('acts at the next idle moment if the first cards are drawn already', async () => {
  const { afterFirstCards, tellFirstCards } = await load();
  tellFirstCards();
  const act = vi.fn<() => void>();
  afterFirstCards(act);
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledTimes(1);
});

it('does not wait forever for a screen that never draws', async () => {
  const { afterFirstCards } = await load();
  const act = vi.fn<() => void>();
  afterFirstCards(act);
  vi.advanceTimersByTime(21_000);
  expect(act).toHaveBeenCalledTimes(1);
});

it('can be cancelled before and after the first cards', async () => {
  const { afterFirstCards, tellFirstCards } = await load();
  const act = vi.fn<() => void>();
  const [first, second] = [afterFirstCards(act), afterFirstCards(act)];
  first();
  tellFirstCards();
  second();
  vi.advanceTimersByTime(30_000);
  expect(act).not.toHaveBeenCalled();
});
