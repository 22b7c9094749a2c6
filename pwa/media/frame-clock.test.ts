import { expect, test } from 'vitest';
import { FrameClock } from './frame-clock.ts';

test('assumes 30 frames per second until it has seen frames', () => {
  const clock = new FrameClock();
  expect(clock.frameSeconds).toBeCloseTo(1 / 30);
  clock.saw(3);
  expect(clock.frameSeconds).toBeCloseTo(1 / 30);
});

test('learns the frame duration despite skipped frames, seeks and loops', () => {
  const clock = new FrameClock();
  for (const moment of [0, 1 / 60, 3 / 60, 4 / 60, 9, 9 + 1 / 60, 2]) clock.saw(moment);
  expect(clock.frameSeconds).toBeCloseTo(1 / 60);
});

test('steps to the middle of the next frame and back, never before the start', () => {
  const clock = new FrameClock();
  for (const moment of [0, 0.04, 0.08]) clock.saw(moment);
  expect(clock.momentOf(1, 1)).toBeCloseTo(1.06);
  expect(clock.momentOf(1.06, 1)).toBeCloseTo(1.1);
  expect(clock.momentOf(1.06, -1)).toBeCloseTo(1.02);
  expect(clock.momentOf(0.01, -1)).toBe(0);
});
