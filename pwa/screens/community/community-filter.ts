import type { Person } from '../../../api/contract/entities/user.ts';
import { ONLINE_CALLS } from '../../../api/contract/online-calls.ts';
import { searchText } from '../../../api/contract/search-text.ts';

export interface CommunityFilter {
  search: string;
  /** `ALL` for no filter (R62). */
  county: string;
  sport: string;
}

export const ALL = 'all';
export const NO_FILTER: CommunityFilter = { search: '', county: ALL, sport: ALL };

/** What the person can change when the filter matches no profile. */
export function whatNarrows({ search, county, sport }: CommunityFilter): 'nothing' | 'words' | 'choices' | 'both' {
  const chosen = county !== ALL || sport !== ALL;
  if (search.trim() === '') return chosen ? 'choices' : 'nothing';
  return chosen ? 'both' : 'words';
}

/** People per page. */
const PAGE = 60;

/** The request for this filter; an empty value means no filter. */
export function browsePath({ search, county, sport }: CommunityFilter): `/api/${string}` {
  const query = new URLSearchParams({
    search: search.trim(),
    county: county === ALL ? '' : county,
    sport: sport === ALL ? '' : sport,
    limit: String(PAGE),
  });
  return `${ONLINE_CALLS['community.browse'].path}?${query}`;
}

/**
 * Applies the filter to stored people, to show something without the server. Like the server, matches the beginnings of
 * words and ignores case and accents (R76).
 */
export function filterPeople(people: readonly Person[], { search, county, sport }: CommunityFilter): Person[] {
  const wanted = wordsOf(search);
  return people.filter((person) => {
    const words = wordsOf(`${person.firstName ?? ''} ${person.lastName ?? ''}`);
    return (
      wanted.every((word) => words.some((own) => own.startsWith(word))) &&
      (county === ALL || person.location === county) &&
      (sport === ALL || (person.sports ?? []).includes(sport))
    );
  });
}

const wordsOf = (text: string) =>
  searchText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
