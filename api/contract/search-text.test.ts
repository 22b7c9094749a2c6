import { expect, it } from 'vitest';
import { searchText } from './search-text.ts';

it('folds letters that Unicode does not decompose into what people without them type', () => {
  const typed = {
    Weiß: 'weiss',
    STRAẞE: 'strasse',
    Søren: 'soren',
    Łukasz: 'lukasz',
    Đorđe: 'dorde',
    Þór: 'thor',
    Ærø: 'aero',
    Œuvre: 'oeuvre',
  };
  for (const [name, plain] of Object.entries(typed)) expect(searchText(name)).toBe(plain);
});

it('folds case the same in every locale', () => {
  for (const name of ['ISPARTA', 'İsparta', 'ısparta', 'I\u0307sparta', 'isparta']) expect(searchText(name)).toBe('isparta');
  expect(searchText('IGP')).toBe('igp');
  expect(searchText('ΟΔΟΣ')).toBe(searchText('οδοσ'));
  expect(searchText('\u212Aim')).toBe('kim');
});

it('folds an already folded text to itself', () => {
  for (let code = 0; code < 0x3000; code += 1) {
    const folded = searchText(String.fromCodePoint(code));
    expect(searchText(folded), code.toString(16)).toBe(folded);
  }
});
