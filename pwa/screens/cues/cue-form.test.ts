import { describe, expect, it } from 'vitest';
import { BLANK_CUE, cueFormResolver, patchOf, payloadOf, stepsOf } from './cue-form.ts';

const AWAY = { ...BLANK_CUE, name: 'Away', steps: '  Target mat at 5 m\n\n  \nFade the food  ' };

const refusals = async (values: typeof AWAY) => {
  const { errors } = await cueFormResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.entries(errors).map(([field, error]) => [field, error.message]);
};

describe('the cue form', () => {
  it('starts with Obedience, beginner, private', () => {
    expect(BLANK_CUE).toMatchObject({ sport: 'Obedience', difficulty: 'beginner', visibility: 'private' });
  });

  it('splits steps on new lines, trims them and drops empty lines', () => {
    expect(payloadOf(AWAY).steps).toEqual(['Target mat at 5 m', 'Fade the food']);
    expect(stepsOf(' \n\n')).toEqual([]);
  });

  it('refuses a blank name with the specified message', async () => {
    expect(await refusals({ ...AWAY, name: '  ' })).toEqual([['name', 'Please enter a cue name']]);
    expect(await refusals(AWAY)).toEqual([]);
  });

  it('reports steps that are too long or too many at the steps field', async () => {
    expect(await refusals({ ...AWAY, steps: `ok\n${'x'.repeat(501)}` })).toEqual([['steps', 'Step 2: At most 500 characters']]);
    expect(await refusals({ ...AWAY, steps: 'step\n'.repeat(51) })).toEqual([['steps', 'At most 50 steps']]);
  });

  it('sends only changed fields', () => {
    expect(patchOf(AWAY, ['steps', 'visibility'])).toEqual({ steps: ['Target mat at 5 m', 'Fade the food'], visibility: 'private' });
  });
});
