import { describe, expect, it } from 'vitest';
import type { Friendship } from '../../api/contract/entities/friendship.ts';
import { partnerInitials, partnerName } from './person-name.ts';

const friendship = (friend: Partial<Friendship>): Friendship => ({
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
  ...friend,
});

describe('name of a partner', () => {
  it('falls back to the email, then to Training Partner', () => {
    expect(partnerName(friendship({ friendFirstName: 'Ruth', friendLastName: 'Baxter', friendEmail: 'r@b.example' }))).toBe('Ruth Baxter');
    expect(partnerName(friendship({ friendEmail: 'r@b.example' }))).toBe('r@b.example');
    expect(partnerName(friendship({}))).toBe('Training Partner');
  });

  it('has initials, or T without a name', () => {
    expect(partnerInitials(friendship({ friendFirstName: 'ruth', friendLastName: 'Baxter' }))).toBe('RB');
    expect(partnerInitials(friendship({ friendEmail: 'r@b.example' }))).toBe('T');
  });
});
