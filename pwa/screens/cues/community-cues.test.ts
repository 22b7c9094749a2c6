import { describe, expect, it } from 'vitest';
import { type Cue, type CueAnswer, NEW_CUE } from '../../../api/contract/entities/cue.ts';
import { importedIds, sharedCues } from './community-cues.ts';

const ME = '20000000-0000-4000-8000-000000000001';
const HELEN = '20000000-0000-4000-8000-000000000002';

const cue = (id: number, rest: Partial<Cue> = {}): Cue => ({
  ...NEW_CUE,
  id: `10000000-0000-4000-8000-00000000000${id}`,
  ownerId: HELEN,
  name: `Cue ${id}`,
  visibility: 'public',
  createdAt: `2026-01-0${id}T00:00:00.000Z`,
  updatedAt: `2026-01-0${id}T00:00:00.000Z`,
  deletedAt: null,
  version: 1,
  ...rest,
});
const answer = (of: Cue, creatorName = 'Helen Marsh'): CueAnswer => ({ ...of, creatorName });
const names = (shown: ReturnType<typeof sharedCues>) => shown.map((each) => each.cue.name);

describe('community cues', () => {
  it('merge public and partners’ cues, newest first, without duplicates', () => {
    const lists = [
      [answer(cue(3)), answer(cue(1))],
      [answer(cue(2, { visibility: 'friends' })), answer(cue(1))],
    ];
    expect(names(sharedCues(lists, [], ME))).toEqual(['Cue 3', 'Cue 2', 'Cue 1']);
    expect(sharedCues([undefined, undefined], [], ME)).toEqual([]);
  });

  it('show the person’s own cues as this device has them, without withdrawn or deleted ones', () => {
    const mine = cue(1, { ownerId: ME });
    const lists = [[answer(mine, 'Me Myself'), answer(cue(2, { ownerId: ME })), answer(cue(3, { ownerId: ME }))]];
    const own = [{ ...mine, name: 'Renamed' }, cue(2, { ownerId: ME, visibility: 'private' })];
    expect(sharedCues(lists, own, ME)).toMatchObject([{ cue: { name: 'Renamed' }, isMine: true }]);
  });

  it('count as imported if the person has a copy', () => {
    const imported = importedIds([cue(4, { ownerId: ME, importedFromId: cue(1).id }), cue(5, { ownerId: ME })]);
    expect(imported.has(cue(1).id), 'the source').toBe(true);
    expect(imported.has(cue(5).id), 'the person’s own cue').toBe(false);
  });
});
