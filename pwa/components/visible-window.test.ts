import { expect, test } from 'vitest';
import { visibleWindow } from './visible-window.ts';

const viewport = (height: number, offsetTop = 0, scale = 1) => ({ height, offsetTop, scale });

test('a window of 480 px or less is low', () => {
  expect(visibleWindow({ innerHeight: 481, visualViewport: viewport(481) })).toEqual({ low: false, seen: null });
  expect(visibleWindow({ innerHeight: 480, visualViewport: viewport(480) })).toEqual({ low: true, seen: null });
});

test('a keyboard that covers the page leaves the part above it visible', () => {
  expect(visibleWindow({ innerHeight: 844, visualViewport: viewport(470.4, 100) })).toEqual({
    low: true,
    seen: { top: 100, height: 470, covered: 274 },
  });
  expect(visibleWindow({ innerHeight: 1180, visualViewport: viewport(800) })).toEqual({
    low: false,
    seen: { top: 0, height: 800, covered: 380 },
  });
});

test('toolbars and pinch zoom do not count as a keyboard', () => {
  expect(visibleWindow({ innerHeight: 844, visualViewport: viewport(790) })).toEqual({ low: false, seen: null });
  expect(visibleWindow({ innerHeight: 844, visualViewport: viewport(422, 50, 2) })).toEqual({ low: false, seen: null });
});

test('without a visual viewport, the height of the window decides', () => {
  expect(visibleWindow({ innerHeight: 400, visualViewport: null })).toEqual({ low: true, seen: null });
});
