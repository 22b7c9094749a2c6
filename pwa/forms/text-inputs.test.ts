import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { textInputs } from './text-inputs.ts';

const inputs = textInputs({
  name: z.optional(z.string().check(z.minLength(1, 'Please enter a name'))),
  goal: z.optional(z.nullable(z.string().check(z.maxLength(3, 'At most 3 characters')))),
});
const form = z.object(inputs.schemas);

describe('text inputs', () => {
  it("hold '' for null and for a field that the row lacks", () => {
    expect(inputs.valuesOf({ name: 'Class C', goal: null })).toEqual({ name: 'Class C', goal: '' });
    expect(inputs.valuesOf({ name: 'Class C' })).toEqual({ name: 'Class C', goal: '' });
  });

  it('hold no other field of the row', () => {
    const row = { name: 'Class C', goal: 'win', version: 3 };
    expect(inputs.valuesOf(row)).toEqual({ name: 'Class C', goal: 'win' });
  });

  it('send null for a blank text only if the contract takes null', () => {
    expect(inputs.payloadOf({ name: ' ', goal: ' ' })).toEqual({ name: ' ', goal: null });
    expect(inputs.payloadOf({ name: 'Class C', goal: ' win ' })).toEqual({ name: 'Class C', goal: ' win ' });
  });

  it("are checked by the contract's rules", () => {
    const refusals = (values: object) => form.safeParse(values).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    expect(refusals({ name: '', goal: 'abcd' })).toEqual([
      ['name', 'Please enter a name'],
      ['goal', 'At most 3 characters'],
    ]);
    expect(form.parse({ name: 'Class C', goal: '' })).toEqual({ name: 'Class C', goal: '' });
  });
});
