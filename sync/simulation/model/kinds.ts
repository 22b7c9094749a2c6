import type { EntityName } from '../../../api/contract/entities.ts';

/**
 * How a field behaves when two people change it at once, from docs/sync.md, 'Conflicts'. `one`: the later value wins, the
 * other is offered. `lines`: lines of both stay. `set`: elements of both stay. `grow`: elements only ever come.
 */
export type Kind = 'one' | 'lines' | 'set' | 'grow';

/** The fields that people edit. The contract has a table of its own, which this one must not read. */
export const KINDS: Partial<Record<EntityName, Readonly<Record<string, Kind>>>> = {
  profile: {
    firstName: 'one',
    lastName: 'one',
    bio: 'lines',
    location: 'one',
    sports: 'set',
    profileVisibility: 'one',
    profileImageUrl: 'one',
  },
  dogs: { name: 'one', breed: 'one', birthdate: 'one', titles: 'set', image: 'one', notes: 'lines', retiredAt: 'one' },
  cues: { name: 'one', sport: 'one', difficulty: 'one', description: 'lines', steps: 'lines', visibility: 'one' },
  programs: { name: 'one', dogId: 'one', goal: 'lines' },
  videos: {
    title: 'one',
    description: 'lines',
    dogId: 'one',
    weather: 'one',
    surface: 'one',
    place: 'one',
    showsResults: 'one',
    trainedZone: 'one',
  },
  sets: { exercise: 'one', reps: 'grow', struck: 'grow' },
  plans: { dogId: 'one', day: 'one', note: 'lines', videoIds: 'grow', done: 'grow' },
  trials: { dogId: 'one', name: 'one', day: 'one', place: 'one', result: 'lines', shownToPartners: 'one' },
};

export const kindOf = (entity: EntityName, field: string): Kind => KINDS[entity]?.[field] ?? 'one';

/** The fields of a new row whose author left them out. */
export const DEFAULTS: Partial<Record<EntityName, Readonly<Record<string, unknown>>>> = {
  profile: { firstName: null, lastName: null, bio: '', location: null, sports: [], profileVisibility: 'private', profileImageUrl: null },
  dogs: { titles: [], image: null, notes: '', retiredAt: null },
  cues: { sport: 'Obedience', difficulty: 'beginner', description: '', steps: [], visibility: 'private', importedFromId: null },
  programs: { dogId: null, goal: null, cues: [] },
  videos: {
    description: '',
    dogId: null,
    weather: null,
    surface: null,
    place: null,
    trainedZone: 'UTC',
    shared: false,
    showsResults: false,
    hasFile: false,
  },
  comments: {},
  sets: { repsAsked: 5, reps: [], struck: [] },
  plans: { dogId: null, note: null, videoIds: [], done: [] },
  trials: { dogId: null, place: null, result: null, shownToPartners: false },
};
