import { expect, test } from 'vitest';
import { byteRange } from './byte-range.ts';

test.for([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['BYTES=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=99999999999999-', 'unsatisfiable'],
  ['bytes=5-2', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['bytes=1-2,4-5', null],
  ['bytes=1-2,', null],
  ['rows=1-2', null],
  ['bytes=0x1-2', null],
  ['bytes=-1-2', null],
  ['bytes=99999999999999999999999999-', null],
  ['', null],
  [undefined, null],
] as const)('reads the Range header %j for a file of a hundred bytes', ([header, expected]) => {
  expect(byteRange(header, 100)).toEqual(expected);
});

test('an empty file has no valid range', () => {
  expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(byteRange('bytes=-1', 0)).toBe('unsatisfiable');
});
