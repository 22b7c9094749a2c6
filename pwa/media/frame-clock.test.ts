import { expect, test } from 'vitest';
import { FrameClock } from './frame-clock.ts';

test('takes 30 frames a second until it has seen better', () => {
  const clock = new FrameClock();
  expect(clock.frameSeconds).toBeCloseTo(1 / 30);
  clock.saw(3);
  expect(clock.frameSeconds).toBeCloseTo(1 / 30);
});

test('learns the length of a frame, whatever was skipped, sought or looped', () => {
  const clock = new FrameClock();
  for (const moment of [0, 1 / 60, 3 / 60, 4 / 60, 9, 9 + 1 / 60, 2]) clock.saw(moment);
  expect(clock.frameSeconds).toBeCloseTo(1 / 60);
});

test('steps to the middle of the next frame and back, and not before the beginning', () => {
  const clock = new FrameClock();
  for (const moment of [0, 0.04, 0.08]) clock.saw(moment);
  expect(clock.momentOf(1, 1)).toBeCloseTo(1.06);
  expect(clock.momentOf(1.06, 1)).toBeCloseTo(1.1);
  expect(clock.momentOf(1.06, -1)).toBeCloseTo(1.02);
  expect(clock.momentOf(0.01, -1)).toBe(0);
});
