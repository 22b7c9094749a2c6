import type { FieldValues } from 'react-hook-form';

/** The fields whose value is another than `before`. Lists compare by content. */
export function changedFields<Values extends FieldValues>(before: Values, now: Values): (keyof Values & string)[] {
  return Object.keys(now).filter((field) => !sameValue(before[field], now[field]));
}

/** A draft's values laid over the form's own: fields that this version of the form lacks fall out. */
export function draftOver<Values extends FieldValues>(blank: Values, draft: Record<string, unknown> | undefined): Values {
  if (!draft) return blank;
  const known = Object.keys(blank).filter((field) => typeof draft[field] === typeof blank[field]);
  return { ...blank, ...Object.fromEntries(known.map((field) => [field, draft[field]])) };
}

const sameValue = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
