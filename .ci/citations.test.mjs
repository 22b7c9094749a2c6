import { expect, test } from 'vitest';
import { citationFaults } from './citations.mjs';

const known = { rules: new Set(['R1', 'R15']), decisions: new Set(['0043']) };

test('accepts rules and decisions that exist', () => {
  expect(citationFaults('// R15: partners only (docs/decisions/0043).\n// See R1, R15.', known)).toEqual([]);
});

test.for([
  ['// R16', '1: no rule R16'],
  ['\n// docs/decisions/0044', '2: no decision 0044'],
  ['// (design section 7)', "1: 'design section 7' cannot be looked up here: cite a rule (R15) or docs/decisions/NNNN"],
  ['// as decision 15 says', "1: 'decision 15' cannot be looked up here: cite a rule (R15) or docs/decisions/NNNN"],
  ['// LOOK.md', "1: 'LOOK.md' cannot be looked up here: cite a rule (R15) or docs/decisions/NNNN"],
])('reports %s', ([text, fault]) => {
  expect(citationFaults(text, known)).toEqual([fault]);
});
