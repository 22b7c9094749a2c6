import { describe, expect, it } from 'vitest';
import { testPorts } from '../../../sync/testing/test-ports.ts';
import { searchPeople } from './search-people.ts';

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

describe('the search for people', () => {
  it('sends the words as they were typed', async () => {
    const asked: string[] = [];
    const ports = testPorts({
      fetch: ({ url }) => {
        asked.push(url);
        return Promise.resolve(Response.json([RUTH]));
      },
    });
    expect(await searchPeople(ports, 'fen & co')).toEqual([RUTH]);
    expect(new URL(asked[0] ?? '').searchParams.get('query')).toBe('fen & co');
  });

  it('finds nobody where the server refuses, and fails where it cannot be reached', async () => {
    expect(await searchPeople(answering(new Response('', { status: 404 })), 'fen')).toEqual([]);
    await expect(searchPeople(testPorts(), 'fen')).rejects.toThrow('no network');
    await expect(searchPeople(answering(Response.json({ odd: true })), 'fen')).rejects.toThrow('invalid_type');
  });
});
