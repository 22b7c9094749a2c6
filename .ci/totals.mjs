import { stripVTControlCharacters } from 'node:util';

const REASON_MAX = 400;

/**
 * Counts the tests of one run from Vitest's JSON report. A file that failed to load, an error outside any test, and a
 * missing report each count as one failure, so no problem goes uncounted.
 * @param report undefined if there is none
 * @param ok whether Vitest itself succeeded
 */
export function countTests(report, ok) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report?.testResults ?? []) {
    for (const { status } of file.assertionResults) totals[KINDS[status] ?? 'skipped'] += 1;
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) totals.failed += 1;
  }
  if (!ok && totals.failed === 0) totals.failed = 1;
  return totals;
}

/**
 * What to read first after a failed run: each failed test with the start of its message and what its open pages showed.
 * The full reports above may be thousands of lines away. Vitest reports a test or hook that timed out with a placeholder.
 * @returns {string[]} one line each
 */
export function failures(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`${name}: ${start(message)}`];
    return failed.map(({ fullName, failureMessages, meta }) =>
      [`${name} › ${fullName}: ${start(failureMessages[0])}`, ...(meta?.showed ?? [])].join(' | '),
    );
  });
}

/** The error that ended a run without a failed test, for example in its setup or after its tests. Empty if none was printed. */
export const errorOutsideTests = (output = '') => start(/^\s*(?:\w+: )*\w*Error: [^]*/m.exec(stripVTControlCharacters(output))?.[0]);

/** Cuts at the stack trace: the expectation often follows on the lines after the first. */
const start = (text = '') =>
  stripVTControlCharacters(text)
    .replace(/^Error: STACK_TRACE_ERROR/, 'Timed out')
    .split(/\n\s+at /, 1)[0]
    .trim()
    .replace(/\s+/g, ' ')
    .slice(0, REASON_MAX);

const KINDS = { passed: 'passed', failed: 'failed' };

/** @param leftOut names of suites this machine could not run */
export const totalLine = ({ passed, failed, skipped }, leftOut = []) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped${leftOut.length > 0 ? ` (not run here: ${leftOut.join(', ')})` : ''}`;
