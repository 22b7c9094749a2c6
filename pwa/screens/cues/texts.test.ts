import { expect, test } from 'vitest';
import { TEXTS } from './texts.ts';

test('counts the steps that a card leaves out', () => {
  expect([TEXTS.moreSteps(1), TEXTS.moreSteps(2)]).toEqual(['+ 1 more step', '+ 2 more steps']);
});
