import { searchText } from '../../api/contract/search-text.ts';
import { mutate, type Mutated } from '../../sync/outbox/mutate.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { titlesOf } from '../dogs/titles-text.ts';

/**
 * Adds the titles that a dog won at a trial to those that it has. Removes none: another trial, or the dog's own form, may
 * have named it too.
 * @param won as typed, several with commas between
 */
export async function winTitles(store: Store, ports: Ports, dogId: string, won: string): Promise<Mutated[]> {
  const dog = await store.view('dogs').get(dogId);
  if (!dog || dog.deletedAt) return [];
  const known = new Set(dog.titles.map(searchText));
  const added = titlesOf(won).filter((title) => !known.has(searchText(title)));
  if (added.length === 0) return [];
  const titles = [...dog.titles, ...added];
  return [await mutate(store, ports, 'dogs.update', { params: { id: dogId }, payload: { titles, base: { titles: dog.titles } } })];
}
