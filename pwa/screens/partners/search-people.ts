import * as z from 'zod/mini';
import { FoundPerson } from '../../../api/contract/entities/user.ts';
import { ONLINE_CALLS } from '../../../api/contract/online-calls.ts';
import type { Ports } from '../../../sync/ports/ports.ts';
import { askServer, RefusedCall } from '../../online/ask-server.ts';
import { nextPage } from '../../online/next-page.ts';

/** People per page. */
const PAGE = 50;

export interface FoundPeople {
  people: readonly FoundPerson[];
  /** The path of the next page; null after the last. */
  next: string | null;
}

/** Path of the search for people whose name, or whose dog's name, begins with the words. */
export const searchPath = (words: string): string =>
  `${ONLINE_CALLS['users.search'].path}?${new URLSearchParams({ query: words, limit: String(PAGE) })}`;

/**
 * Fetches one page of people.
 * @returns an empty result if the server rejects the words (R72)
 * @throws if there is no valid answer: offline, malformed, rate-limited or a server error (docs/decisions/0048)
 */
export async function searchPeople(ports: Pick<Ports, 'fetch' | 'origin'>, userId: string, path: string): Promise<FoundPeople> {
  try {
    const response = await askServer(ports, userId, path);
    return { people: z.parse(z.array(FoundPerson), await response.json()), next: nextPage(response) };
  } catch (error) {
    if (error instanceof RefusedCall && REFUSED_WORDS.includes(error.status)) return { people: [], next: null };
    throw error;
  }
}

const REFUSED_WORDS: readonly number[] = [400, 404, 422];
