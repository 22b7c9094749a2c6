import { expect, it, vi } from 'vitest';
import { untilDone } from './until-done.ts';

it('retries after a false result or a failure, never concurrently, and stops once done', async () => {
  const answers: ((answer: boolean | Error) => void)[] = [];
  const faults: unknown[] = [];
  const attempt = () =>
    new Promise<boolean>((resolve, reject) => {
      answers.push((answer) => (typeof answer === 'boolean' ? resolve(answer) : reject(answer)));
    });
  const tryNow = untilDone(attempt, (error) => faults.push(error));
  for (const answer of [false, new Error('The disk is full'), true]) {
    const before = answers.length;
    await vi.waitFor(() => {
      tryNow();
      expect(answers).toHaveLength(before + 1);
    }, 30_000);
    tryNow();
    expect(answers).toHaveLength(before + 1);
    answers.at(-1)?.(answer);
  }
  await new Promise((resolve) => setImmediate(resolve));
  tryNow();
  expect(answers).toHaveLength(3);
  expect(faults).toEqual([new Error('The disk is full')]);
});
