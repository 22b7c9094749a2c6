import type { FieldValues } from 'react-hook-form';

/** The fields whose value differs from `before`. Lists compare by content. */
export function changedFields<Values extends FieldValues>(before: Values, now: Values): (keyof Values & string)[] {
  return Object.keys(now).filter((field) => !sameValue(before[field], now[field]));
}

/** The form's values with the draft's on top. Drops fields that this version of the form lacks. */
export function draftOver<Values extends FieldValues>(blank: Values, draft: Record<string, unknown> | null | undefined): Values {
  if (!draft) return blank;
  const known = Object.keys(blank).filter((field) => typeof draft[field] === typeof blank[field]);
  return { ...blank, ...Object.fromEntries(known.map((field) => [field, draft[field]])) };
}

const sameValue = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
