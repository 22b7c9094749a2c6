// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { readOwnData } from './own-data.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const BEN = '22222222-2222-4222-8222-222222222222';
const SESSION = { id: '33333333-3333-4333-8333-333333333333', commentCount: 2 };
const COMMENTS = [
  { id: 'a', userId: ANNA },
  { id: 'b', userId: BEN },
];

/** A server that answers these paths, and 404 to all others. */
const serve = (answers: Record<string, unknown>) =>
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const answer = answers[new URL(url).pathname];
    return answer === undefined ? Response.json({}, { status: 404 }) : Response.json(answer);
  });

const READ = {
  [`/api/users/${ANNA}`]: { profileVisibility: 'public' },
  '/api/videos': [SESSION],
  [`/api/videos/${SESSION.id}/comments`]: COMMENTS,
  '/api/dogs': [],
  '/api/cues': [],
  '/api/programs': [],
};

it('reads own comments on own sessions from a server that is too old to list all of them', async () => {
  serve(READ);
  expect((await readOwnData(ANNA))?.comments).toEqual([COMMENTS[0]]);
});

it('reads own comments on all sessions', async () => {
  serve({ ...READ, '/api/comments': COMMENTS });
  expect((await readOwnData(ANNA))?.comments).toEqual(COMMENTS);
});

it('does not return part of the data if another list is missing', async () => {
  serve({ ...READ, '/api/cues': undefined });
  await expect(readOwnData(ANNA)).rejects.toThrow('404');
});
