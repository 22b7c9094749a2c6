import { describe, expect, it } from 'vitest';
import { SessionFormSchema, blankSession, createOf, patchOf } from './session-form.ts';

const OPENED = { now: '2026-11-21T14:22:37.512Z', zone: 'Europe/London' };

describe('new session form', () => {
  it('keeps the exact moment of opening if the time is unchanged', () => {
    const values = { ...blankSession(OPENED.now, OPENED.zone), title: 'Send-away' };
    expect(createOf(values, OPENED)).toEqual({
      title: 'Send-away',
      description: '',
      dogId: null,
      weather: null,
      surface: null,
      place: null,
      trainedAt: OPENED.now,
      trainedZone: 'Europe/London',
    });
  });

  it("reads another time in the session's time zone", () => {
    const values = { ...blankSession(OPENED.now, OPENED.zone), title: 'Send-away', trainedAt: '2026-07-01T09:30' };
    expect(createOf(values, OPENED).trainedAt).toBe('2026-07-01T08:30:00.000Z');
  });

  it('requires a non-blank title with the specified message', () => {
    const answer = SessionFormSchema.safeParse({ ...blankSession(OPENED.now, OPENED.zone), title: '  ' });
    expect(answer.error?.issues.map((issue) => issue.message)).toEqual(['Please enter a title for your training log']);
  });

  it('accepts conditions of up to 100 characters', () => {
    const placeMessages = (place: string) =>
      SessionFormSchema.safeParse({ ...blankSession(OPENED.now, OPENED.zone), title: 'x', place }).error?.issues.map(({ path }) => path);
    expect(placeMessages('x'.repeat(100))).toBeUndefined();
    expect(placeMessages('x'.repeat(101))).toEqual([['place']]);
  });

  it('requires a date and time in a year that the API accepts', () => {
    for (const trainedAt of ['', '0026-11-21T09:00']) {
      const answer = SessionFormSchema.safeParse({ ...blankSession(OPENED.now, OPENED.zone), title: 'x', trainedAt });
      expect(answer.error?.issues.map(({ path, message }) => [...path, message])).toEqual([['trainedAt', 'Please enter a date and time']]);
    }
  });
});

describe('edited session form', () => {
  it('sends only changed fields', () => {
    const values = {
      title: 'Send-away',
      description: 'clean',
      dogId: '',
      weather: 'Rain',
      surface: '',
      place: '',
      trainedAt: '2026-11-21T14:22',
      mediaRemoved: false,
      exercises: [],
    };
    expect(patchOf(values, ['description'], 'Europe/London')).toEqual({ description: 'clean' });
    expect(patchOf(values, ['weather', 'place'], 'Europe/London')).toEqual({ weather: 'Rain', place: null });
    expect(patchOf(values, ['dogId', 'trainedAt'], 'Europe/London')).toEqual({ dogId: null, trainedAt: '2026-11-21T14:22:00.000Z' });
  });
});
