import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => void vi.useRealTimers());

const load = () => import('./first-drawing.ts');

it('waits for the first drawing, however long the page is idle before', async () => {
  const { afterFirstDrawing, tellFirstDrawing } = await load();
  const act = vi.fn<() => void>();
  afterFirstDrawing(act);
  vi.advanceTimersByTime(4_000);
  expect(act).not.toHaveBeenCalled();
  tellFirstDrawing();
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(1);
});

it('acts at the next idle moment once something is drawn', async () => {
  const { afterFirstDrawing, tellFirstDrawing } = await load();
  tellFirstDrawing();
  const act = vi.fn<() => void>();
  afterFirstDrawing(act);
  vi.advanceTimersByTime(1_000);
  expect(act).toHaveBeenCalledTimes(1);
});

it('does not wait for a screen that never draws', async () => {
  const { afterFirstDrawing } = await load();
  const act = vi.fn<() => void>();
  afterFirstDrawing(act);
  vi.advanceTimersByTime(6_000);
  expect(act).toHaveBeenCalledTimes(1);
});

it('can be cancelled before and after the first drawing', async () => {
  const { afterFirstDrawing, tellFirstDrawing } = await load();
  const act = vi.fn<() => void>();
  const [first, second] = [afterFirstDrawing(act), afterFirstDrawing(act)];
  first();
  tellFirstDrawing();
  second();
  vi.advanceTimersByTime(10_000);
  expect(act).not.toHaveBeenCalled();
});
