/** Lines of a text, or elements of a list, sorted: where two people wrote, only the content is promised, not its order. */
export const partsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String).sort();
  return typeof value === 'string' ? value.split('\n').filter(Boolean).sort() : [];
};

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const sameParts = (a: unknown, b: unknown): boolean => same(partsOf(a), partsOf(b));
