import { expect, test } from 'vitest';
import { countTests, totalLine } from './totals.mjs';

const file = (status, ...tests) => ({ status, assertionResults: tests.map((kind) => ({ status: kind })) });

test('adds up all files of a run', () => {
  const report = { testResults: [file('passed', 'passed', 'passed', 'skipped', 'todo'), file('failed', 'failed', 'passed')] };
  expect(totalLine(countTests(report, false))).toBe('3 passed, 1 failed, 2 skipped');
});

test('a file that cannot be loaded is a failure', () => {
  expect(countTests({ testResults: [file('failed'), file('passed', 'passed')] }, false)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('an error outside any test, a run without tests and a crash without a report are failures', () => {
  expect(countTests({ testResults: [file('passed', 'passed')] }, false).failed).toBe(1);
  expect(countTests({ testResults: [] }, false).failed).toBe(1);
  expect(countTests(undefined, false).failed).toBe(1);
});
