import { describe, expect, it } from 'vitest';
import { USER_HEADER } from '../../../api/contract/sync-protocol.ts';
import { testPorts } from '../../../sync/testing/test-ports.ts';
import { searchPath, searchPeople } from './search-people.ts';

const RUTH = {
  id: '11111111-1111-4111-8111-111111111111',
  firstName: 'Ruth',
  lastName: 'Baxter',
  location: 'Devon',
  profileImageUrl: null,
  profileVisibility: 'public',
  bio: '',
  sports: [],
  version: 1,
  dogNames: ['Fen & Co'],
};

const answering = (response: Response) => testPorts({ fetch: () => Promise.resolve(response) });
const USER = '22222222-2222-4222-8222-222222222222';
const FEN = searchPath('fen');

describe('people search', () => {
  it("sends the words as typed and returns the next page's path", async () => {
    const asked: string[] = [];
    const senders: (string | null)[] = [];
    const ports = testPorts({
      fetch: ({ url, headers }) => {
        asked.push(url);
        senders.push(headers.get(USER_HEADER));
        return Promise.resolve(Response.json([RUTH], { headers: { Link: '</api/users/search?cursor=abc>; rel="next"' } }));
      },
    });
    expect(await searchPeople(ports, USER, searchPath('fen & co'))).toEqual({ people: [RUTH], next: '/api/users/search?cursor=abc' });
    expect(new URL(asked[0] ?? '').searchParams.get('query')).toBe('fen & co');
    expect(senders).toEqual([USER]);
    expect(await searchPeople(answering(Response.json([])), USER, FEN)).toEqual({ people: [], next: null });
  });

  it.each([400, 404, 422])('finds no one if the server rejects the words with %i', async (status) => {
    expect(await searchPeople(answering(new Response('', { status })), USER, FEN)).toEqual({ people: [], next: null });
  });

  it.each([401, 403, 429, 500, 503])('throws on %i', async (status) => {
    await expect(searchPeople(answering(new Response('', { status })), USER, FEN)).rejects.toThrow(String(status));
  });

  it('throws if the server is unreachable or the answer is malformed', async () => {
    await expect(searchPeople(testPorts(), USER, FEN)).rejects.toThrow('no network');
    await expect(searchPeople(answering(Response.json({ odd: true })), USER, FEN)).rejects.toThrow('invalid_type');
    await expect(searchPeople(answering(new Response('<h1>Wi-Fi</h1>')), USER, FEN)).rejects.toThrow('JSON');
  });
});
