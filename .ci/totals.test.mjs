import { expect, test } from 'vitest';
import { countTests, errorOutsideTests, failures, totalLine } from './totals.mjs';

const file = (status, ...tests) => ({ status, assertionResults: tests.map((kind) => ({ status: kind })) });

test('totals all files of a run', () => {
  const report = { testResults: [file('passed', 'passed', 'passed', 'skipped', 'todo'), file('failed', 'failed', 'passed')] };
  expect(totalLine(countTests(report, false))).toBe('3 passed, 1 failed, 2 skipped');
});

test('names, in the last line, the suites that this machine could not run', () => {
  expect(totalLine({ passed: 2, failed: 0, skipped: 1 }, ['webkit'])).toBe('2 passed, 0 failed, 1 skipped (not run here: webkit)');
});

test('counts a file that fails to load as a failure', () => {
  expect(countTests({ testResults: [file('failed'), file('passed', 'passed')] }, false)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});

test('counts an error outside any test, a run without tests and a crash without a report as failures', () => {
  expect(countTests({ testResults: [file('passed', 'passed')] }, false).failed).toBe(1);
  expect(countTests({ testResults: [] }, false).failed).toBe(1);
  expect(countTests(undefined, false).failed).toBe(1);
});

test('lists each failed test and each file that failed to load, with the start of its message and what its pages showed', () => {
  const broken = {
    name: 'a.test.ts',
    status: 'failed',
    assertionResults: [
      { status: 'passed', fullName: 'adds' },
      {
        status: 'failed',
        fullName: 'counts',
        failureMessages: ['Error: 2 is not 3\nwaiting for \u001b[2mthree\u001b[22m\n    at a.test.ts:4'],
        meta: { showed: ['/cues: Loading cues...'] },
      },
    ],
  };
  const hung = {
    name: 'd.test.ts',
    status: 'failed',
    assertionResults: [{ status: 'failed', fullName: 'waits', failureMessages: ['Error: STACK_TRACE_ERROR\n    at d.test.ts:1'] }],
  };
  const unread = { name: 'b.test.ts', status: 'failed', message: 'Cannot find c.ts\nhere', assertionResults: [] };
  expect(failures({ testResults: [broken, hung, unread, { name: 'c.test.ts', ...file('passed', 'passed') }] })).toEqual([
    'a.test.ts › counts: Error: 2 is not 3 waiting for three | /cues: Loading cues...',
    'd.test.ts › waits: Timed out',
    'b.test.ts: Cannot find c.ts here',
  ]);
  expect(failures(undefined)).toEqual([]);
});

test('finds the error that ended a run outside its tests', () => {
  const output =
    ' ✓ adds\n\u001b[31mUnhandled Errors\u001b[39m\nError: The S3 server did not start:\nno room\n    at start-radosgw.ts:92\n';
  expect(errorOutsideTests(output)).toBe('Error: The S3 server did not start: no room');
  expect(errorOutsideTests(' ✓ adds\n')).toBe('');
  expect(errorOutsideTests(undefined)).toBe('');
});
