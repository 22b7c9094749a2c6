import { expect, it } from 'vitest';
import { createTapGuard, momentOf } from './tap-guard.ts';

it('counts taps closer than 250 ms once', () => {
  const { counts } = createTapGuard();
  expect([0, 100, 249, 250, 400, 500].map((now) => counts(now))).toEqual([true, false, false, true, false, true]);
});

it('ignores a palm until 250 ms after its last touch has ended', () => {
  const { counts, touched } = createTapGuard();
  const touches: [number, number][] = [
    [1, 1_000],
    [2, 1_010],
    [3, 1_020],
    [2, 1_500],
    [1, 1_510],
  ];
  for (const [count, at] of touches) touched(count, at);
  expect(counts(1_900)).toBe(false);
  touched(0, 2_000);
  expect([2_010, 2_249, 2_250].map((now) => counts(now))).toEqual([false, false, true]);
});

it('counts the tap of one finger while another rests on the screen', () => {
  const { counts, touched } = createTapGuard();
  touched(1, 1_000);
  touched(2, 1_500);
  touched(1, 1_600);
  expect(counts(1_600)).toBe(true);
});

it('counts no hand that rested on the screen while another tap counted', () => {
  const { counts } = createTapGuard();
  expect(counts(2_000, 1_900)).toBe(true);
  expect(counts(4_000, 1_000)).toBe(false);
  expect(counts(5_000, 4_900)).toBe(true);
});

it('counts nothing for 600 ms after other buttons have appeared', () => {
  const { counts, changed } = createTapGuard();
  expect(counts(1_000)).toBe(true);
  changed(1_050);
  expect([1_300, 1_649, 1_650].map((now) => counts(now))).toEqual([false, false, true]);
});

it('takes the moment of an event from its time stamp, unless another clock made it', () => {
  const now = performance.now();
  expect(momentOf({ timeStamp: now - 5 })).toBe(now - 5);
  for (const timeStamp of [0, now + 60_000, Date.now()]) expect(momentOf({ timeStamp })).toBeCloseTo(performance.now(), -2);
});
