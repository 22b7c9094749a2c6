import { expect, it } from 'vitest';
import { moveLog } from './move-log/move-log.ts';

it('moves a log to another server, byte for byte and without words of others, while both are killed', async () => {
  const moved = await moveLog({ sessions: 60, films: 3, filmBytes: 3_000_000, kills: 6, seed: 1 }, () => undefined);
  expect(moved).toEqual({ bytes: expect.any(Number), unlike: [], leaked: [] });
});
