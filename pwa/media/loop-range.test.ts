import { expect, test } from 'vitest';
import { jumpTo, nextLoop } from './loop-range.ts';

test('sets the start, then the end, then clears the loop', () => {
  const begun = nextLoop(null, 12);
  const whole = nextLoop(begun, 15);
  expect(begun).toEqual({ from: 12, to: null });
  expect(whole).toEqual({ from: 12, to: 15 });
  expect(nextLoop(whole, 13)).toBeNull();
});

test('accepts the points in either order, and makes no loop from two points at nearly the same time', () => {
  expect(nextLoop({ from: 15, to: null }, 12)).toEqual({ from: 12, to: 15 });
  expect(nextLoop({ from: 15, to: null }, 15.05)).toBeNull();
});

test('jumps back at the end of the loop, but not before both points are set', () => {
  expect(jumpTo({ from: 12, to: 15 }, 15.01)).toBe(12);
  expect(jumpTo({ from: 12, to: 15 }, 14.9)).toBeNull();
  expect(jumpTo({ from: 12, to: 15 }, 3)).toBeNull();
  expect(jumpTo({ from: 12, to: null }, 20)).toBeNull();
  expect(jumpTo(null, 20)).toBeNull();
});
