import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Friendship } from '../../api/contract/entities/friendship.ts';
import { RequestLine } from './request-line.tsx';

const request: Friendship = {
  id: '11111111-1111-4111-8111-111111111111',
  userId: '22222222-2222-4222-8222-222222222222',
  friendId: '33333333-3333-4333-8333-333333333333',
  status: 'pending',
  createdAt: '2026-11-20T09:00:00.000Z',
  friendFirstName: null,
  friendLastName: null,
  friendEmail: null,
  friendProfileImageUrl: null,
  version: 1,
};
const nothing = () => Promise.resolve();
const actions = { invite: nothing, accept: nothing, decline: nothing, withdraw: nothing, remove: nothing };
const wordsOf = (changed: Partial<Friendship>) =>
  renderToStaticMarkup(<RequestLine request={{ ...request, ...changed }} actions={actions} onAnswered={() => undefined} />)
    // CSS draws the initials: move them into the text.
    .replaceAll(/data-initials="(\w+)"[^>]*>/g, '>$1<i>')
    .replaceAll(/<[^>]+>/g, ' ')
    .split(/\s{2,}/)
    .map((part) => part.trim())
    .filter(Boolean);

it('shows who asks and when, with placeholders for missing values', () => {
  expect(wordsOf({ friendFirstName: 'Ruth', friendLastName: 'Baxter' })).toEqual([
    'RB',
    'Ruth Baxter',
    expect.stringMatching(/^\d\d.\d\d.\d{4}$/),
    'Accept',
    'Decline',
  ]);
  expect(wordsOf({ friendEmail: 'ruth@example.org' }).slice(0, 2)).toEqual(['T', 'ruth@example.org']);
  expect(wordsOf({ createdAt: '' })).toEqual(['T', 'Training Partner', 'Recently', 'Accept', 'Decline']);
});
