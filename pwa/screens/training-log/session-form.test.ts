import { describe, expect, it } from 'vitest';
import { SessionFormSchema, blankSession, createOf, patchOf } from './session-form.ts';

const OPENED = { now: '2026-11-21T14:22:37.512Z', zone: 'Europe/London' };

describe('a new session', () => {
  it('keeps the exact moment at which the dialog was opened when the time is left as it was', () => {
    const values = { ...blankSession(OPENED.now, OPENED.zone), title: 'Send-away' };
    expect(createOf(values, OPENED)).toEqual({
      title: 'Send-away',
      description: '',
      dogId: null,
      trainedAt: OPENED.now,
      trainedZone: 'Europe/London',
    });
  });

  it('takes another time as the clock of the training ground shows it', () => {
    const values = { ...blankSession(OPENED.now, OPENED.zone), title: 'Send-away', trainedAt: '2026-07-01T09:30' };
    expect(createOf(values, OPENED).trainedAt).toBe('2026-07-01T08:30:00.000Z');
  });

  it('needs a title that is not blank, in the words of the specification', () => {
    const answer = SessionFormSchema.safeParse({ ...blankSession(OPENED.now, OPENED.zone), title: '  ' });
    expect(answer.error?.issues.map((issue) => issue.message)).toEqual(['Please enter a title for your training log']);
  });

  it('needs a date and time, of a year that the API takes', () => {
    for (const trainedAt of ['', '0026-11-21T09:00']) {
      const answer = SessionFormSchema.safeParse({ ...blankSession(OPENED.now, OPENED.zone), title: 'x', trainedAt });
      expect(answer.error?.issues.map(({ path, message }) => [...path, message])).toEqual([['trainedAt', 'Please enter a date and time']]);
    }
  });
});

describe('an edited session', () => {
  it('sends what was changed and nothing else', () => {
    const values = { title: 'Send-away', description: 'clean', dogId: '', trainedAt: '2026-11-21T14:22', mediaRemoved: false };
    expect(patchOf(values, ['description'], 'Europe/London')).toEqual({ description: 'clean' });
    expect(patchOf(values, ['dogId', 'trainedAt'], 'Europe/London')).toEqual({ dogId: null, trainedAt: '2026-11-21T14:22:00.000Z' });
  });
});
