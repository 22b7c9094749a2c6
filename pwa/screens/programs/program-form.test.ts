import { describe, expect, it } from 'vitest';
import { BLANK_PROGRAM, patchOf, payloadOf, programFormResolver } from './program-form.ts';

const CLASS_C = { ...BLANK_PROGRAM, name: 'Class C', goal: 'Send-away at 30 m' };

const refusals = async (values: typeof CLASS_C) => {
  const { errors } = await programFormResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.entries(errors).map(([field, error]) => [field, 'message' in error ? error.message : '']);
};

describe('the program form', () => {
  it('refuses a blank name with the specified message', async () => {
    expect(await refusals({ ...CLASS_C, name: ' ' })).toEqual([['name', 'Please enter a program name']]);
    expect(await refusals(CLASS_C)).toEqual([]);
  });

  it('reports a goal that is too long at the goal field', async () => {
    expect(await refusals({ ...CLASS_C, goal: 'x'.repeat(10_001) })).toEqual([['goal', 'At most 10,000 characters']]);
  });

  it('sends null for no dog and no goal', () => {
    expect(payloadOf({ ...CLASS_C, goal: '  ' })).toEqual({ name: 'Class C', dogId: null, goal: null });
  });

  it('sends only changed fields', () => {
    expect(patchOf(CLASS_C, ['goal', 'cueIds'])).toEqual({ goal: 'Send-away at 30 m' });
  });
});
