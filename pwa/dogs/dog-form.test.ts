import { describe, expect, it } from 'vitest';
import { BLANK_DOG, dogFormSchema, isComplete, patchOf, payloadOf } from './dog-form.ts';

const FEN = {
  ...BLANK_DOG,
  name: 'Fen',
  breed: 'Border Collie',
  birthdate: '2022-08-03',
  titles: ' BH-VT, ,IGP 1,, bh-vt,IGP 1',
};

const now = () => Date.UTC(2026, 10, 22, 10);

describe('the dog form', () => {
  it('splits titles on commas, trims them, and drops empty and duplicate ones', () => {
    expect(payloadOf(FEN).titles).toEqual(['BH-VT', 'IGP 1']);
  });

  it('is complete with name, breed and birthdate', () => {
    expect(isComplete(FEN)).toBe(true);
    expect(isComplete({ ...FEN, breed: '  ' })).toBe(false);
    expect(isComplete(BLANK_DOG)).toBe(false);
  });

  it('reports a title that is too long at the titles field, with its number', () => {
    const answer = dogFormSchema(now).safeParse({ ...FEN, titles: `ok, ${'x'.repeat(101)}` });
    expect(answer.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['titles', 'Title 2: At most 100 characters'],
    ]);
  });

  it('refuses a birthdate in the future, unless that day has begun somewhere', () => {
    const messageOf = (birthdate: string) => dogFormSchema(now).safeParse({ ...FEN, birthdate }).error?.issues[0]?.message;
    expect(['2026-11-22', '2026-11-23', '2026-11-24'].map(messageOf)).toEqual([undefined, undefined, 'This date is in the future']);
  });

  it('sends only changed fields', () => {
    const now = '2026-11-22T10:00:00.000Z';
    expect(patchOf(FEN, ['titles'], now)).toEqual({ titles: ['BH-VT', 'IGP 1'] });
    expect(patchOf({ ...FEN, retired: true }, ['retired'], now)).toEqual({ retiredAt: now });
    expect(patchOf(FEN, ['retired'], now)).toEqual({ retiredAt: null });
  });
});
