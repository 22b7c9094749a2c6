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

const KINDS = { passed: 'passed', failed: 'failed' };

export const totalLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;
