/** 'BH-VT, IGP 1' as a list: split on commas, trimmed, empties dropped (specification, section 5). */
export const titlesOf = (text: string): string[] =>
  text
    .split(',')
    .map((title) => title.trim())
    .filter((title) => title !== '');

export const titlesText = (titles: readonly string[]) => titles.join(', ');
