import { describe, expect, it } from 'vitest';
import { changedFields, draftOver } from './draft-values.ts';

const blank = { title: '', description: '', dogId: '', trainedAt: '2026-11-21T14:22' };

describe('a draft', () => {
  it('brings back what was typed and leaves the rest as the form has it', () => {
    expect(draftOver(blank, { title: 'Send-away' })).toEqual({ ...blank, title: 'Send-away' });
  });

  it('of an older form drops fields that are no more and values of another kind', () => {
    expect(draftOver(blank, { title: 7, mood: 'keen', description: '30 m' })).toEqual({ ...blank, description: '30 m' });
  });

  it('is none', () => {
    expect(draftOver(blank, undefined)).toBe(blank);
  });
});

describe('changed fields', () => {
  it('are those with another value, lists by their content', () => {
    expect(changedFields({ a: '1', b: ['x'], c: 'same' }, { a: '2', b: ['x'], c: 'same' })).toEqual(['a']);
  });
});
