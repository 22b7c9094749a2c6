import { describe, expect, it } from 'vitest';
import { changedFields, draftOver } from './draft-values.ts';

const blank = { title: '', description: '', dogId: '', trainedAt: '2026-11-21T14:22' };

describe('a draft', () => {
  it("restores typed values and keeps the form's other values", () => {
    expect(draftOver(blank, { title: 'Send-away' })).toEqual({ ...blank, title: 'Send-away' });
  });

  it('drops fields that the form lacks and values of another type', () => {
    expect(draftOver(blank, { title: 7, mood: 'keen', description: '30 m' })).toEqual({ ...blank, description: '30 m' });
  });

  it('leaves the form unchanged if it is missing', () => {
    expect(draftOver(blank, undefined)).toBe(blank);
  });
});

describe('changedFields', () => {
  it('returns the fields with a different value, and compares lists by content', () => {
    expect(changedFields({ a: '1', b: ['x'], c: 'same' }, { a: '2', b: ['x'], c: 'same' })).toEqual(['a']);
  });
});
