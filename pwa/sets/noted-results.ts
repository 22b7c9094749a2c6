import { repsOfResult } from './typed-result.ts';

/** A result that someone wrote in the notes of a session. */
export interface NotedResult {
  /** Such as '4/5'. */
  result: string;
  /** The distance in metres written before it on the same line; '' if there is none. */
  distance: string;
}

/** Neither a part of a date such as 24/11/2026 nor of a longer number. */
const RESULT = /(?<![\d/.,])\d{1,3}\/\d{1,3}(?![\d/])/g;
const DISTANCE = /(?<![\d.,])\d{1,4}(?:[.,]\d{1,2})?(?=\s?m\b)/g;

/** The results in the notes that no set has yet, in order. One rep alone is no result. @param counted results of the session's sets */
export function notedResults(notes: string, counted: readonly string[]): NotedResult[] {
  const left = [...counted];
  return notes.split('\n').flatMap((line) =>
    [...line.matchAll(RESULT)].flatMap(({ 0: result, index }) => {
      if ((repsOfResult(result)?.length ?? 0) < 2) return [];
      const place = left.indexOf(result);
      if (place >= 0) left.splice(place, 1);
      const distance = [...line.slice(0, index).matchAll(DISTANCE)].at(-1)?.[0] ?? '';
      return place >= 0 ? [] : [{ result, distance }];
    }),
  );
}
