import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

test('gives each owner a turn, however many pieces others queue, and continues after a failure', async () => {
  const inTurn = inTurns();
  const ended: string[] = [];
  let running = 0;
  const work = (name: string) =>
    inTurn(name[0]!, async () => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      running -= 1;
      ended.push(name);
      if (name === 'a1') throw new Error('broken');
    });
  const outcomes = await Promise.allSettled(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(work));
  expect(ended).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...Array.from({ length: 5 }, () => 'fulfilled')]);
});
