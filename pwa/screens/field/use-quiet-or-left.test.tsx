// @vitest-environment jsdom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useQuietOrLeft } from './use-quiet-or-left.ts';

vi.mock('../../components/after-next-frame.ts', () => ({ afterNextFrame: (call: () => void) => call() }));

let root: Root;
let later: (call: () => void) => void;
const called = vi.fn<() => void>();

function View() {
  const found = useQuietOrLeft();
  useLayoutEffect(() => {
    later = found;
  });
  return null;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  called.mockClear();
  root = createRoot(document.createElement('div'));
  act(() => root.render(<View />));
});

afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('calls back after a second without a call', () => {
  later(called);
  vi.advanceTimersByTime(900);
  later(called);
  vi.advanceTimersByTime(900);
  expect(called).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(called).toHaveBeenCalledTimes(2);
  act(() => root.unmount());
  expect(called).toHaveBeenCalledTimes(2);
});

it('waits five seconds at most', () => {
  for (let call = 0; call < 5; call += 1) {
    later(called);
    vi.advanceTimersByTime(900);
  }
  later(called);
  vi.advanceTimersByTime(499);
  expect(called).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(called).toHaveBeenCalledTimes(6);
});

it('calls back at once when the page is hidden', () => {
  later(called);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(called).toHaveBeenCalledTimes(1);
});

it('calls back once when the view is left, also for a call that comes later', () => {
  later(called);
  act(() => root.unmount());
  expect(called).toHaveBeenCalledTimes(1);
  later(called);
  expect(called).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5_000);
  expect(called).toHaveBeenCalledTimes(2);
});
