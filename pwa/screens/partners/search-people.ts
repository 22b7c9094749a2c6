import * as z from 'zod/mini';
import { FoundPerson } from '../../../api/contract/entities/user.ts';
import { ONLINE_CALLS } from '../../../api/contract/online-calls.ts';
import type { Ports } from '../../../sync/ports.ts';
import { nextPage } from '../../online/next-page.ts';

/** People of one page; a first name that thousands bear comes page by page. */
const PAGE = 50;

export interface FoundPeople {
  people: readonly FoundPerson[];
  /** Where more of them are. */
  next: string | null;
}

/** The call that finds people whose name or dog's name begins with the words. */
export const searchPath = (words: string): string => `${ONLINE_CALLS['users.search'].path}?${new URLSearchParams({ query: words, limit: String(PAGE) })}`;

/**
 * One page of people.
 * @returns nobody where the server refuses the words, as where it finds none (specification, section 8)
 * @throws where it said nothing of them: no answer, one that is no list, too many searches, a server in trouble (decision 48)
 */
export async function searchPeople(ports: Pick<Ports, 'fetch' | 'origin'>, path: string): Promise<FoundPeople> {
  const response = await ports.fetch(new Request(ports.origin + path, { headers: { Accept: 'application/json' }, credentials: 'include', redirect: 'error' }));
  if (REFUSED_WORDS.includes(response.status)) return { people: [], next: null };
  if (!response.ok) throw new Error(`The search was answered with ${response.status}`);
  return { people: z.parse(z.array(FoundPerson), await response.json()), next: nextPage(response) };
}

const REFUSED_WORDS: readonly number[] = [400, 404, 422];
