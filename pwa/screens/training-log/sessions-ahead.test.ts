import { afterEach, describe, expect, it } from 'vitest';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import type { ReadSessions } from './session-pages.ts';
import { forgetAhead, forgetRead, sessionsAhead, showAhead, withAhead } from './sessions-ahead.ts';

const cardOf = (id: string, trainedAt: string, dogId: string | null = null) => ({ video: { id, trainedAt, dogId } }) as SessionCard;
const listOf = (complete: boolean, ...cards: SessionCard[]): ReadSessions => ({ cards, complete });
const ALL = { scope: 'all', dogId: '', search: '' } as const;
const idsOf = ({ cards }: ReadSessions) => cards.map(({ video }) => video.id);
const evening = cardOf('evening', '2026-11-20T18:00:00Z');
const morning = cardOf('morning', '2026-11-20T08:00:00Z');
const noon = cardOf('noon', '2026-11-20T12:00:00Z', 'fen');

afterEach(forgetAhead);

describe('a session that is still being written', () => {
  it('stands where it was trained, and nowhere below what is read of a longer list', () => {
    showAhead(noon);
    expect(idsOf(withAhead(listOf(false, evening, morning), sessionsAhead(), ALL))).toEqual(['evening', 'noon', 'morning']);
    expect(idsOf(withAhead(listOf(false, evening), sessionsAhead(), ALL))).toEqual(['evening']);
    expect(idsOf(withAhead(listOf(true, evening), sessionsAhead(), ALL))).toEqual(['evening', 'noon']);
    expect(idsOf(withAhead(listOf(true), sessionsAhead(), ALL))).toEqual(['noon']);
  });

  it('is once there when the list has it too, and leaves that list the very one', () => {
    showAhead(noon);
    const read = listOf(true, evening, cardOf('noon', noon.video.trainedAt, 'fen'));
    expect(withAhead(read, sessionsAhead(), ALL)).toBe(read);
  });

  it('is not shown by a filter that it does not pass', () => {
    showAhead(noon);
    const read = listOf(true, evening);
    expect(withAhead(read, sessionsAhead(), { ...ALL, scope: 'partners' })).toBe(read);
    expect(withAhead(read, sessionsAhead(), { ...ALL, dogId: 'moss' })).toBe(read);
    expect(withAhead(read, sessionsAhead(), { ...ALL, search: 'send' })).toBe(read);
    expect(idsOf(withAhead(read, sessionsAhead(), { ...ALL, dogId: 'fen', scope: 'mine' }))).toEqual(['evening', 'noon']);
  });

  it('goes when it could not be written', () => {
    showAhead(noon).takeBack();
    expect(sessionsAhead()).toEqual([]);
  });

  it('stays until it is written and read', () => {
    const { written } = showAhead(noon);
    const before = listOf(true, evening);
    const shown = () => withAhead(before, sessionsAhead(), ALL);
    forgetRead(shown(), before);
    expect(idsOf(shown())).toEqual(['evening', 'noon']);
    written();
    forgetRead(shown(), before);
    expect(idsOf(shown())).toEqual(['evening', 'noon']);
    const after = listOf(true, evening, noon);
    forgetRead(withAhead(after, sessionsAhead(), ALL), after);
    expect(sessionsAhead()).toEqual([]);
  });

  it('is forgotten once written where this list will not have it', () => {
    showAhead(noon).written();
    const read = listOf(false, evening);
    forgetRead(withAhead(read, sessionsAhead(), ALL), read);
    expect(sessionsAhead()).toEqual([]);
  });
});
