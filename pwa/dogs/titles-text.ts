/** 'BH-VT, IGP 1' as a list: split on commas and trimmed, without empty titles (R51) or duplicates in any case. */
export function titlesOf(text: string): string[] {
  const titles = new Map<string, string>();
  for (const title of text.split(',').map((each) => each.trim())) {
    const sameInAnyCase = title.toLowerCase();
    if (title !== '' && !titles.has(sameInAnyCase)) titles.set(sameInAnyCase, title);
  }
  return [...titles.values()];
}

export const titlesText = (titles: readonly string[]) => titles.join(', ');
