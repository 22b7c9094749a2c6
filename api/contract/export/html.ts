/** Markup that a page may contain as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | null | false | Html | readonly Html[];

/** Markup with values in it. Texts are escaped; null and false leave nothing. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, place) => part + (place < values.length ? textOf(values[place]!) : '')).join(''));

function textOf(value: Value): string {
  if (value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
