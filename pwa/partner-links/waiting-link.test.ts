// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetWaitingLink, holdWaitingLink, readWaitingLink } from './waiting-link.ts';

const [SECRET, OTHER] = ['s', 'o'].map((letter) => letter.repeat(43));

beforeEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

const openAt = (address: string) => {
  history.replaceState(null, '', address);
  holdWaitingLink();
};

it('keeps the secret of a link, and takes it out of the address', () => {
  openAt(`/join#${SECRET}`);
  expect(readWaitingLink()).toBe(SECRET);
  expect(location.hash).toBe('');
  openAt('/join');
  expect(readWaitingLink()).toBe(SECRET);
});

it.each([`/friends#${SECRET}`, '/join#short', `/join#${SECRET}x`])('keeps nothing of %s', (address) => {
  openAt(address);
  expect(readWaitingLink()).toBeNull();
  expect(location.hash).not.toBe('');
});

it('forgets it after 14 days, and when its person has decided, but not that of another tab', () => {
  openAt(`/join#${SECRET}`);
  forgetWaitingLink(OTHER);
  expect(readWaitingLink()).toBe(SECRET);
  vi.useFakeTimers({ now: Date.now() + 14 * 86_400_000 + 1 });
  expect(readWaitingLink()).toBeNull();
  vi.useRealTimers();
  forgetWaitingLink(SECRET);
  expect(localStorage.length).toBe(0);
});

it('lets the app start when the storage is full', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  openAt(`/join#${SECRET}`);
  full.mockRestore();
  expect(readWaitingLink()).toBeNull();
});
