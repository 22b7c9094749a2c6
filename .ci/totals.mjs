import { stripVTControlCharacters } from 'node:util';

const REASON_MAX = 400;

/**
 * Counts the tests of one run from Vitest's JSON report. A file that could not be loaded, an error outside any test and
 * a run without a report count as one failure each: nothing that went wrong may add up to nothing.
 * @param report undefined when there is none @param ok whether Vitest itself was content
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
 * What to read first when a run was not green: each test that failed, with the start of its reason and what the pages
 * showed that it had open. The reports above it may be thousands of lines away.
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

/** Up to the stack: what was expected or waited for is often said on the lines below the first. */
const start = (text = '') => stripVTControlCharacters(text).split(/\n\s+at /, 1)[0].trim().replace(/\s+/g, ' ').slice(0, REASON_MAX);

const KINDS = { passed: 'passed', failed: 'failed' };

/** @param leftOut names of suites that this machine could not run */
export const totalLine = ({ passed, failed, skipped }, leftOut = []) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped${leftOut.length > 0 ? ` (not run here: ${leftOut.join(', ')})` : ''}`;
