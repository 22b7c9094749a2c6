import { expect, test } from 'vitest';
import { classifyAnswer } from './classify-answer.ts';

test.each([402, 410, 451, 499])('pauses on an answer that this version does not know, and refuses nothing: %d', (status) => {
  expect(classifyAnswer(status, { code: 'new', message: 'Words of a later version', requestId: 'test' })).toEqual({
    kind: 'pause',
    reason: 'unknown',
  });
});
