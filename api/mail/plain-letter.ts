import { escapeHtml } from './escape-html.ts';
import type { Letter } from './letter.ts';

/** A letter of a few paragraphs. @param link opened from the letter, on a line of its own */
export function plainLetter(subject: string, paragraphs: readonly string[], link?: string): Letter {
  const lines = paragraphs.filter((paragraph) => paragraph !== '');
  return {
    subject: `${subject} · Longline`,
    text: [...lines, ...(link ? [link] : [])].join('\n\n'),
    html: [
      ...lines.map((line) => `<p>${escapeHtml(line).replaceAll('\n', '<br>')}</p>`),
      ...(link ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`] : []),
    ].join('\n'),
    line: (address) => `A letter to ${address}: ${subject}`,
  };
}
