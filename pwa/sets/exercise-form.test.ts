import { expect, it } from 'vitest';
import { parseRep } from '../../api/contract/reps.ts';
import { SetCreate } from '../../api/contract/entities/set.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { BLANK_EXERCISE, type ExerciseForm, exerciseFormResolver, setOf } from './exercise-form.ts';

const messagesOf = async (values: Partial<ExerciseForm>) => {
  const { errors } = await exerciseFormResolver({ ...BLANK_EXERCISE, ...values }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error.message]));
};
const set = (values: Partial<ExerciseForm>) =>
  setOf({ ...BLANK_EXERCISE, ...values }, [{ name: 'Send-away', cueId: 'a cue' }], testPorts());

it('says at each field what is wrong', async () => {
  expect(await messagesOf({ exercise: ' ', distance: 'far', result: '6/5' })).toEqual({
    exercise: 'Please enter an exercise',
    distance: 'Please enter a number of metres',
    result: 'Please enter hits and reps, such as 4/5',
  });
  expect(await messagesOf({ exercise: 'Recall' })).toEqual({});
});

it('makes a set of the contract, with typed reps that have no moment', () => {
  const made = set({ exercise: 'Recall', distance: '2,5', hitMeans: 'Straight', result: '1/2' });
  expect(made).toMatchObject({ exercise: 'Recall', cueId: null, distanceM: 2.5, hitMeans: 'Straight', repsAsked: 2 });
  expect(made.reps?.map((text) => parseRep(text))).toMatchObject([
    { kind: 'hit', at: null },
    { kind: 'miss', at: null },
  ]);
  expect(SetCreate.shape.reps.safeParse(made.reps).success).toBe(true);
});

it('names the cue whose name was typed, however it was written', () => {
  expect(set({ exercise: 'SEND-AWAY' })).toMatchObject({ exercise: 'SEND-AWAY', cueId: 'a cue' });
  expect(set({ exercise: 'Sit' })).not.toHaveProperty('reps');
});
