import { afterEach, expect, it, vi } from 'vitest';

/** Loads a fresh module, because it caches its formatters. */
async function loadTrainingDay() {
  vi.resetModules();
  return (await import('./training-day.ts')).trainingDay;
}

const ENGINE = Intl.DateTimeFormat;

/** Debian's WebKit 2.50 with ICU 72 formats `en-CA` dates like American English. */
class WebKitDateTimeFormat extends ENGINE {
  constructor(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
    super(locales === 'en-CA' ? 'en-US' : locales, options);
  }
}

/** A device with its own calendar and digits. */
class ThaiDateTimeFormat extends ENGINE {
  constructor(_locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
    super('th-TH-u-ca-buddhist-nu-thai', options);
  }
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['Node', ENGINE],
  ['Debian’s WebKit', WebKitDateTimeFormat],
  ['a device with a Buddhist calendar and Thai digits', ThaiDateTimeFormat],
])('returns the day in the session’s zone, in %s', async (_engine, format) => {
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: format } }));
  const trainingDay = await loadTrainingDay();
  expect(trainingDay('2026-06-30T23:30:00.000Z', 'Europe/London')).toBe('2026-07-01');
  expect(trainingDay('2026-06-30T23:30:00.000Z', 'America/New_York')).toBe('2026-06-30');
  expect(trainingDay('2026-01-01T00:30:00.000Z', 'UTC')).toBe('2026-01-01');
  expect(trainingDay('1900-01-01T00:00:00.000Z', 'America/New_York')).toBe('1899-12-31');
});

it('throws for an invalid moment or an unknown zone', async () => {
  const trainingDay = await loadTrainingDay();
  expect(() => trainingDay('', 'UTC')).toThrow(RangeError);
  expect(() => trainingDay('2026-01-01T00:30:00.000Z', 'Moon/Crater')).toThrow(RangeError);
});

it('creates one formatter per zone for any number of sessions', async () => {
  let made = 0;
  class Counted extends ENGINE {
    constructor(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
      super(locales, options);
      made += 1;
    }
  }
  vi.stubGlobal('Intl', Object.create(Intl, { DateTimeFormat: { value: Counted } }));
  const trainingDay = await loadTrainingDay();
  for (let minute = 0; minute < 100; minute++) {
    for (const zone of ['Europe/London', 'America/St_Johns']) trainingDay(new Date(minute * 60_000).toISOString(), zone);
  }
  expect(made).toBe(2);
});
