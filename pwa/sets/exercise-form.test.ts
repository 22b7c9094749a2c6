import { expect, it } from 'vitest';
import { parseRep } from '../../api/contract/reps.ts';
import { NEW_SET, SetCreate, type TrainingSet } from '../../api/contract/entities/set.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { exerciseFormResolver, patchOf } from './dialog-form.ts';
import {
  BLANK_EXERCISE,
  completeEntry,
  type ExerciseEntry,
  EntrySchema,
  entryLike,
  type ExerciseForm,
  formOf,
  setOf,
  setsOf,
} from './exercise-form.ts';

const messagesOf = async (values: Partial<ExerciseForm>) => {
  const { errors } = await exerciseFormResolver({ ...BLANK_EXERCISE, ...values }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error.message]));
};
const KNOWN = [{ name: 'Send-away', cueId: 'a cue', steps: [] }];
const set = (values: Partial<ExerciseForm>) => setOf({ ...BLANK_EXERCISE, ...values }, KNOWN, testPorts());
const stored = {
  ...NEW_SET,
  exercise: 'Send-away',
  cueId: 'a cue',
  distanceM: 2.5,
  durationS: 12,
  distraction: 'low',
} as unknown as TrainingSet;

it('says at each field what is wrong', async () => {
  expect(await messagesOf({ exercise: ' ', distance: 'far', durationS: '-1', count: '2.5', repsAsked: '0', result: '6/5' })).toEqual({
    exercise: 'Please enter an exercise',
    distance: 'Must be a number',
    durationS: 'Must not be negative',
    count: 'Must be a whole number',
    repsAsked: 'At least 1',
    result: 'Please enter hits and reps, such as 4/5',
  });
  expect(await messagesOf({ exercise: 'Recall', distance: '1,000', count: '2,5' })).toEqual({
    distance: 'Must be a number',
    count: 'Must be a whole number',
  });
  expect(await messagesOf({ exercise: 'Recall', step: 'x'.repeat(501) })).toEqual({ step: 'At most 500 characters' });
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

it('shows a stored set, and changes only what was typed', () => {
  const form = formOf(stored);
  expect(form).toMatchObject({ exercise: 'Send-away', distance: '2.5', durationS: '12', count: '', distraction: 'low', repsAsked: '5' });
  expect(set(form)).toMatchObject({ distanceM: 2.5, durationS: 12, count: null, distraction: 'low', repsAsked: 5 });
  expect(patchOf({ ...form, durationS: '', count: '20', countWord: 'paces' }, ['durationS', 'count', 'countWord'], KNOWN)).toEqual({
    durationS: null,
    count: 20,
    countWord: 'paces',
  });
  expect(patchOf({ ...form, distance: '30', repsAsked: '' }, ['distance', 'repsAsked'], KNOWN)).toEqual({ distanceM: 30, repsAsked: 5 });
  expect(patchOf({ ...form, hitMeans: ' Straight ' }, ['hitMeans'], KNOWN)).toEqual({ hitMeans: 'Straight' });
  expect(patchOf({ ...form, exercise: 'Sit' }, ['exercise'], KNOWN)).toEqual({ exercise: 'Sit', cueId: null });
});

it('takes the whole criterion of an earlier set, and plans as many reps as were counted', () => {
  const [made] = setsOf([{ ...entryLike(stored, testPorts()), result: '2/3' }], 'a session', KNOWN, testPorts());
  expect(made).toMatchObject({ durationS: 12, distraction: 'low', cueId: 'a cue', repsAsked: 3 });
});

it('completes an entry of a draft that an earlier build stored, and says all that is wrong with it', () => {
  const rest = { step: 'At the marker', durationS: 12, count: null, countWord: null, distraction: 'low' };
  const stored = { id: 'x', exercise: 'Send-away', distance: '30', hitMeans: '', result: '4/5', reps: [], struck: [], rest };
  const earlier = stored as unknown as ExerciseEntry;
  const entry = completeEntry(earlier);
  const read = { step: 'At the marker', durationS: '12', count: '', distraction: 'low', distance: '30', result: '4/5', repsAsked: '' };
  expect(entry).toMatchObject(read);
  expect(completeEntry({ ...earlier, repsAsked: '8', durationS: '15' })).toMatchObject({ repsAsked: '8', durationS: '15' });
  const { error } = EntrySchema.safeParse({ ...entry, exercise: '', distance: 'far' });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['distance', 'exercise']);
});
