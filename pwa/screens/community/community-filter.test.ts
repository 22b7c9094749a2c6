import { describe, expect, it } from 'vitest';
import type { Person } from '../../../api/contract/entities/user.ts';
import { ALL, browsePath, filterPeople, NO_FILTER, whatNarrows } from './community-filter.ts';

const person = (firstName: string, lastName: string, location: string | null, sports: string[]): Person => ({
  id: `${firstName} ${lastName}`,
  firstName,
  lastName,
  location,
  profileImageUrl: null,
  profileVisibility: 'public',
  bio: '',
  sports,
  version: 1,
});
const SIAN = person('Siân', 'Nolan', 'Devon', ['Tracking', 'Rally']);
const OWEN = person('Owen', 'Pritchard', 'Kent', ['Tracking']);
const namesOf = (search: string, county = ALL, sport = ALL) =>
  filterPeople([SIAN, OWEN], { search, county, sport }).map(({ firstName }) => firstName);

describe('community filters', () => {
  it('are sent under the specified names, empty for no filter', () => {
    expect(browsePath(NO_FILTER)).toMatch(/^\/api\/community\/browse\?search=&county=&sport=&/);
    expect(browsePath({ search: ' Siân ', county: 'Tyne and Wear', sport: 'IGP/Schutzhund' })).toContain(
      'search=Si%C3%A2n&county=Tyne+and+Wear&sport=IGP%2FSchutzhund',
    );
  });

  it('match beginnings of words in stored people, ignoring case and accents', () => {
    expect(namesOf('')).toEqual(['Siân', 'Owen']);
    expect(namesOf('sian')).toEqual(['Siân']);
    expect(namesOf('NOL')).toEqual(['Siân']);
    expect(namesOf('ＮＯＬ')).toEqual(['Siân']);
    expect(namesOf('olan')).toEqual([]);
    expect(namesOf('sian nolan')).toEqual(['Siân']);
    expect(namesOf('', 'Kent')).toEqual(['Owen']);
    expect(namesOf('', ALL, 'Rally')).toEqual(['Siân']);
    expect(namesOf('', 'Kent', 'Rally')).toEqual([]);
  });
});

it('says what to change when no profile matches', () => {
  expect(
    [
      NO_FILTER,
      { ...NO_FILTER, search: ' ' },
      { ...NO_FILTER, search: 'si' },
      { ...NO_FILTER, county: 'Kent' },
      { search: 'si', county: ALL, sport: 'Rally' },
    ].map(whatNarrows),
  ).toEqual(['nothing', 'nothing', 'words', 'choices', 'both']);
});
