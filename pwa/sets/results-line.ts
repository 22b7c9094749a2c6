import { searchText } from '../../api/contract/search-text.ts';
import type { SetCard } from '../../sync/queries/sets.ts';
import { measuresOf, resultWords } from '../../api/contract/set-words.ts';

/**
 * The results of a session as one line for a chat: 'Fen, send-away 30 m: 4/5, 5/5; recall: 3/5.' Sets of one exercise with
 * one criterion share its name. Leaves out sets without reps; '' if none has any.
 * @param dog name of the session's dog; null without one
 */
export function resultsLine(cards: readonly SetCard[], dog: string | null): string {
  const results = new Map<string, { what: string; results: string[] }>();
  for (const card of cards) {
    const result = resultWords(card);
    if (!result) continue;
    const what = [card.set.exercise, measuresOf(card.set)].filter(Boolean).join(' ');
    const key = searchText(what);
    const same = results.get(key) ?? { what, results: [] };
    same.results.push(result);
    results.set(key, same);
  }
  const parts = [...results.values()].map(
    ({ what, results: all }, place) => `${place > 0 || dog ? lowered(what) : what}: ${all.join(', ')}`,
  );
  if (parts.length === 0) return '';
  return `${dog ? `${dog}, ` : ''}${parts.join('; ')}.`;
}

/** Within a sentence, 'Send-away' is written 'send-away', but 'IGP track' stays. */
const lowered = (words: string) => (/^\p{Lu}\p{Ll}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words);
