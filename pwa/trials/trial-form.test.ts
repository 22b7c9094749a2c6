import { expect, it } from 'vitest';
import { blankTrial, patchOf, payloadOf, trialFormResolver } from './trial-form.ts';

const DOG = '0193e0a1-1c5d-7c3e-9d0f-2b7a6c1d4e5f';
const trial = { ...blankTrial(DOG), name: 'Spring trial', day: '2026-12-20' };
const errorsOf = async (values: object) => {
  const { errors } = await trialFormResolver({ ...trial, ...values }, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
};

it('takes points with a comma, and says what is wrong with others', async () => {
  expect(payloadOf({ ...trial, points: '92,5' })).toMatchObject({ points: 92.5, dogId: DOG, place: null });
  expect(payloadOf({ ...trial, points: ' ' })).toMatchObject({ points: null });
  expect(await errorsOf({ points: '271' })).toEqual({});
  expect(await errorsOf({ points: 'many' })).toEqual({ points: 'Must be a number' });
  // A thousand or one?
  expect(await errorsOf({ points: '1,250' })).toEqual({ points: 'Must be a number' });
  expect(await errorsOf({ points: '20000' })).toEqual({ points: 'At most 10,000' });
});

it('needs a name and a day', async () => {
  expect(await errorsOf({ name: ' ', day: '' })).toEqual({ name: 'Please enter a name', day: 'Please enter a date' });
});

it('sends only what was changed', () => {
  expect(patchOf({ ...trial, result: 'Passed' }, ['result'])).toEqual({ result: 'Passed' });
});
