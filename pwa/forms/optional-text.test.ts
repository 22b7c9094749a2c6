import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { optionalText } from './optional-text.ts';

const goal = optionalText(z.optional(z.nullable(z.string().check(z.maxLength(3, 'At most 3 characters')))));
const messagesOf = (value: string) => goal.safeParse(value).error?.issues.map(({ message }) => message);

it('accepts an empty text and returns texts as typed', () => {
  expect(goal.parse('')).toBe('');
  expect(goal.parse(' a ')).toBe(' a ');
});

it('accepts a blank text as null if the contract takes no blank one', () => {
  expect(optionalText(z.nullable(z.uuid())).parse('')).toBe('');
});

it("refuses a text with the contract's message for the field", () => {
  expect(messagesOf('abcd')).toEqual(['At most 3 characters']);
});
