import * as z from 'zod/mini';
import { FoundPerson } from '../../../api/contract/entities/user.ts';
import { ONLINE_CALLS } from '../../../api/contract/online-calls.ts';
import type { Ports } from '../../../sync/ports.ts';

/** So many are looked through at most; who is not among them is found by more words. */
const FOUND_MAX = 50;

/**
 * People whose name or dog's name begins with the words.
 * @returns nobody where the server refuses, as where it finds none (specification, section 8)
 * @throws when the server could not be reached or answered nonsense
 */
export async function searchPeople(ports: Pick<Ports, 'fetch' | 'origin'>, words: string): Promise<FoundPerson[]> {
  const query = new URLSearchParams({ query: words, limit: String(FOUND_MAX) });
  const response = await ports.fetch(
    new Request(`${ports.origin}${ONLINE_CALLS['users.search'].path}?${query}`, {
      headers: { Accept: 'application/json' },
      credentials: 'include',
    }),
  );
  return response.ok ? z.parse(z.array(FoundPerson), await response.json()) : [];
}
