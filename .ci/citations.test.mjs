import { expect, test } from 'vitest';
import { citationFaults, missingPaths } from './citations.mjs';

const known = { rules: new Set(['R1', 'R15']), decisions: new Set(['0043']), decisionFiles: new Set(['0043-roots.md']) };

test('accepts rules and decisions that exist', () => {
  expect(citationFaults('// R15: partners only (docs/decisions/0043).\n// See R1, R15.', known)).toEqual([]);
});

test('accepts a decision by the name of its file', () => {
  expect(citationFaults('docs/decisions/0043-roots.md, [this](decisions/0043-roots.md), [this](0043-roots.md)', known)).toEqual([]);
});

test('reports paths in backticks that do not exist, and ignores patterns', () => {
  const text = '`api/app.ts`, `api/gone.ts`\n`.ci/gone.mjs`, `api/*.ts`, `*-form.ts`, `POST /api/batch`';
  expect(missingPaths(text, (path) => path === 'api/app.ts')).toEqual(['1: no file api/gone.ts', '2: no file .ci/gone.mjs']);
});

test.for([
  ['// R16', '1: no rule R16'],
  ['\n// docs/decisions/0044', '2: no decision 0044'],
  ['// docs/decisions/0043-root.md', '1: no decision file 0043-root.md'],
  ['[this](0043-root.md)', '1: no decision file 0043-root.md'],
  ['// (design section 7)', "1: 'design section 7' cannot be looked up here: cite a rule (R15) or docs/decisions/NNNN"],
  ['// as decision 15 says', "1: 'decision 15' cannot be looked up here: cite a rule (R15) or docs/decisions/NNNN"],
  ['// LOOK.md', "1: 'LOOK.md' cannot be looked up here: cite a rule (R15) or docs/decisions/NNNN"],
])('reports %s', ([text, fault]) => {
  expect(citationFaults(text, known)).toEqual([fault]);
});
