import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Cue, NEW_CUE } from '../../../api/contract/entities/cue.ts';
import { filterCues, isNarrowed } from './cue-filter.ts';

const cue = (name: string, rest: Partial<Cue> = {}): Cue => ({
  ...NEW_CUE,
  id: `10000000-0000-4000-8000-${name.padStart(12, '0')}`,
  ownerId: '20000000-0000-4000-8000-000000000000',
  name,
  visibility: 'public',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  deletedAt: null,
  version: 1,
  ...rest,
});

const ALL_CUES = [
  cue('Away', { difficulty: 'advanced', description: 'Send-away to a box' }),
  cue('Such', { sport: 'IGP/Schutzhund', difficulty: 'intermediate', description: 'Start the track' }),
  cue('Find it', { sport: 'Scent Work', description: 'Search on leave, away from people' }),
];
const none = { search: '', sport: 'all', difficulty: 'all' };
const names = (filter: Partial<typeof none>) => filterCues(ALL_CUES, { ...none, ...filter }, (each) => each).map(({ name }) => name);

afterEach(() => vi.restoreAllMocks());

describe('filters of the community’s cues', () => {
  it('match everything when set to all', () => {
    expect(names({})).toEqual(['Away', 'Such', 'Find it']);
    expect(isNarrowed({ ...none, search: '  ' })).toBe(false);
  });

  it('find words typed with or without their accents and special letters', () => {
    const weiss = cue('Fuß', { description: 'İlk adım' });
    const found = (search: string) => filterCues([weiss], { ...none, search }, (each) => each).length;
    for (const search of ['fuss', 'FUẞ', 'ilk', 'adim']) expect(found(search), search).toBe(1);
  });

  it('find text in name or description, ignoring case', () => {
    expect(names({ search: 'AWAY' })).toEqual(['Away', 'Find it']);
    expect(names({ search: ' the track ' })).toEqual(['Such']);
  });

  it('find a name in capitals on a Turkish device, where lower-case I has no dot', () => {
    const toTurkish = String.prototype.toLocaleLowerCase;
    vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
      return toTurkish.call(this, 'tr');
    });
    expect(names({ search: 'FIND IT' })).toEqual(['Find it']);
  });

  it('match sport and difficulty exactly, and combine', () => {
    expect(names({ sport: 'Scent Work' })).toEqual(['Find it']);
    expect(names({ sport: 'Scent' })).toEqual([]);
    expect(names({ difficulty: 'beginner' })).toEqual(['Find it']);
    expect(names({ search: 'away', sport: 'Obedience', difficulty: 'advanced' })).toEqual(['Away']);
  });
});
