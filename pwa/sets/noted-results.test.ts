import { expect, it } from 'vitest';
import { notedResults } from './noted-results.ts';

const noted = (notes: string, counted: readonly string[] = []) =>
  notedResults(notes, counted).map(({ result, distance }) => [result, distance]);

it('finds results with the distance before them', () => {
  expect(noted('Send-away 30 m, 4/5 straight.\nAt 2,5m: 3/5, then 5/5')).toEqual([
    ['4/5', '30'],
    ['3/5', '2,5'],
    ['5/5', '2,5'],
  ]);
  expect(noted('4/5 at 30 m')).toEqual([['4/5', '']]);
});

it('takes no date, fraction or single rep for a result', () => {
  expect(noted('On 24/11/2026, 5/4 time, 1/1, 10/12/25, 3.4/5, 999/999')).toEqual([]);
});

it('leaves out as many as the sets have', () => {
  expect(noted('4/5, 4/5, 3/5', ['4/5', '5/5'])).toEqual([
    ['4/5', ''],
    ['3/5', ''],
  ]);
});
