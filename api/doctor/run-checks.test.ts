import { expect, it } from 'vitest';
import { runChecks } from './run-checks.ts';

it('names a part that cannot be examined, and goes on to the next one', async () => {
  const found = await runChecks([
    ['The place of the media', () => Promise.reject(new Error('EACCES: permission denied\n    at open'))],
    ['ffmpeg', async () => ['ffmpeg: not found']],
  ]);
  expect(found).toEqual(['The place of the media cannot be examined: EACCES: permission denied', 'ffmpeg: not found']);
});
