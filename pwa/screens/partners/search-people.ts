import * as z from 'zod/mini';
import { FoundPerson } from '../../../api/contract/entities/user.ts';
import { ONLINE_CALLS } from '../../../api/contract/online-calls.ts';
import type { Ports } from '../../../sync/ports/ports.ts';
import { nextPage } from '../../online/next-page.ts';

/** People per page. */
const PAGE = 50;

export interface FoundPeople {
  people: readonly FoundPerson[];
  /** The path of the next page. */
  next: string | null;
}

/** The request for people whose name, or whose dog's name, begins with the words. */
export const searchPath = (words: string): string =>
  `${ONLINE_CALLS['users.search'].path}?${new URLSearchParams({ query: words, limit: String(PAGE) })}`;

/**
 * Fetches one page of people.
 * @returns an empty result if the server rejects the words (R72)
 * @throws if there is no valid answer: offline, malformed, rate-limited or a server error (docs/decisions/0048)
 */
export async function searchPeople(ports: Pick<Ports, 'fetch' | 'origin'>, path: string): Promise<FoundPeople> {
  const response = await ports.fetch(
    new Request(ports.origin + path, { headers: { Accept: 'application/json' }, credentials: 'include', redirect: 'error' }),
  );
  if (REFUSED_WORDS.includes(response.status)) return { people: [], next: null };
  if (!response.ok) throw new Error(`The search was answered with ${response.status}`);
  return { people: z.parse(z.array(FoundPerson), await response.json()), next: nextPage(response) };
}

const REFUSED_WORDS: readonly number[] = [400, 404, 422];
