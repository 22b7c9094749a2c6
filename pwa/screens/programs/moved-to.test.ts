import { describe, expect, it } from 'vitest';
import { movedTo } from './moved-to.ts';

describe('an element put in another place', () => {
  it('keeps the order of the others', () => {
    expect(movedTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(movedTo(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  });

  it('stays where there is no such place', () => {
    expect(movedTo(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(movedTo(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  });
});
