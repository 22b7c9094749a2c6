import { afterEach, describe, expect, it } from 'vitest';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import type { ReadSessions } from './session-pages.ts';
import { forgetAhead, forgetRead, sessionsAhead, showAhead, withAhead } from './sessions-ahead.ts';

const cardOf = (id: string, trainedAt: string, dogId: string | null = null) =>
  ({ video: { id, trainedAt, dogId }, day: trainedAt.slice(0, 10) }) as SessionCard;
const listOf = (complete: boolean, ...cards: SessionCard[]): ReadSessions => ({ cards, complete });
const ALL = { scope: 'all', dogId: '', from: '', to: '', search: '' } as const;
const idsOf = ({ cards }: ReadSessions) => cards.map(({ video }) => video.id);
const evening = cardOf('evening', '2026-11-20T18:00:00Z');
const morning = cardOf('morning', '2026-11-20T08:00:00Z');
const noon = cardOf('noon', '2026-11-20T12:00:00Z', 'fen');

afterEach(forgetAhead);

describe('session still being stored', () => {
  it('appears in order, but not below the loaded part of a longer list', () => {
    showAhead(noon);
    expect(idsOf(withAhead(listOf(false, evening, morning), sessionsAhead(), ALL))).toEqual(['evening', 'noon', 'morning']);
    expect(idsOf(withAhead(listOf(false, evening), sessionsAhead(), ALL))).toEqual(['evening']);
    expect(idsOf(withAhead(listOf(true, evening), sessionsAhead(), ALL))).toEqual(['evening', 'noon']);
    expect(idsOf(withAhead(listOf(true), sessionsAhead(), ALL))).toEqual(['noon']);
  });

  it("appears once when the list contains it, and keeps the list's identity", () => {
    showAhead(noon);
    const read = listOf(true, evening, cardOf('noon', noon.video.trainedAt, 'fen'));
    expect(withAhead(read, sessionsAhead(), ALL)).toBe(read);
  });

  it('is hidden by a filter that it does not match', () => {
    showAhead(noon);
    const read = listOf(true, evening);
    expect(withAhead(read, sessionsAhead(), { ...ALL, scope: 'partners' })).toBe(read);
    expect(withAhead(read, sessionsAhead(), { ...ALL, dogId: 'moss' })).toBe(read);
    expect(withAhead(read, sessionsAhead(), { ...ALL, search: 'send' })).toBe(read);
    expect(withAhead(read, sessionsAhead(), { ...ALL, to: '2026-11-19' })).toBe(read);
    expect(idsOf(withAhead(read, sessionsAhead(), { ...ALL, dogId: 'fen', scope: 'mine' }))).toEqual(['evening', 'noon']);
    expect(idsOf(withAhead(read, sessionsAhead(), { ...ALL, from: '2026-11-20' }))).toEqual(['evening', 'noon']);
  });

  it('disappears if storing fails', () => {
    showAhead(noon).takeBack();
    expect(sessionsAhead()).toEqual([]);
  });

  it('stays until it is stored and in the list', () => {
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

  it('is dropped once stored if it does not belong in this list', () => {
    showAhead(noon).written();
    const read = listOf(false, evening);
    forgetRead(withAhead(read, sessionsAhead(), ALL), read);
    expect(sessionsAhead()).toEqual([]);
  });
});
