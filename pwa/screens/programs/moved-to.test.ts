import { describe, expect, it } from 'vitest';
import { movedTo } from './moved-to.ts';

describe('movedTo', () => {
  it('keeps the order of the other elements', () => {
    expect(movedTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(movedTo(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  });

  it('changes nothing if the place does not exist', () => {
    expect(movedTo(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(movedTo(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  });
});
