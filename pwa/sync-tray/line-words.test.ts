import { expect, it } from 'vitest';
import type { QueueEntry } from '../../sync/status/read-queue.ts';
import type { RowSync } from '../../sync/status/row-sync.ts';
import type { DeviceMedia } from '../../sync/store/media-row.ts';
import { momentWords } from '../dates/moment-words.ts';
import { lineWords } from './line-words.ts';

const NOW = new Date(2026, 4, 1, 9).getTime();
const lineOf = (sync: RowSync, file: Partial<DeviceMedia> | null = null) =>
  lineWords({ sync, createdAt: NOW } as QueueEntry, { file: file as DeviceMedia | null, device: 'phone', now: NOW });

it.each<[RowSync, string]>([
  [{ state: 'waiting', for: 'signal' }, 'Waiting for signal'],
  [
    { state: 'waiting', for: 'server', nextTryAt: NOW + 32 * 60_000 },
    `The server asks to wait. Next try at ${momentWords(NOW + 32 * 60_000, NOW)}`,
  ],
  [{ state: 'waiting', for: 'server', nextTryAt: 0 }, 'The server asks to wait'],
  [{ state: 'waiting', for: 'room' }, 'Waiting for space on the server'],
])('describes %o', (sync, words) => {
  expect(lineOf(sync)).toBe(words);
});

it('gives a file its size, its sent share and the server’s own reason', () => {
  const file = { size: 2_000_000, sentBytes: 500_000, acknowledgedBytes: 500_000, lastError: null };
  const uploading: RowSync = { state: 'uploading', percent: 25, bytesPerSecond: 100_000, secondsLeft: 15 };
  expect(lineOf(uploading, file)).toMatch(/^\S+ \S+ of \S+ MB · .*\/s · about 15\ss left$/);
  expect(lineOf({ state: 'paused', why: 'person' }, file)).toMatch(/ of \S+ MB · Paused by you$/);
  const full = { ...file, lastError: { status: 507, code: 'storage_full', message: 'The server is full' } };
  expect(lineOf({ state: 'waiting', for: 'room' }, full)).toMatch(/ · The server is full$/);
  expect(lineOf({ state: 'failed', retry: 'lost' }, file)).toMatch(/^\S+ MB · Not on this phone$/);
});
