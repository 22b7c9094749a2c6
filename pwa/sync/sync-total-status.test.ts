import { describe, expect, it } from 'vitest';
import type { SyncTotal } from '../../sync/status/sync-total.ts';
import { syncTotalStatus } from './sync-total-status.ts';

const total = (changes: Partial<SyncTotal>): SyncTotal => ({
  pending: 0,
  refused: 0,
  failed: 0,
  conflicts: 0,
  saving: false,
  sending: false,
  askedToWait: false,
  notReady: false,
  noRoom: false,
  uploading: null,
  held: null,
  offline: false,
  signedOut: false,
  betaRequired: false,
  pause: null,
  firstReading: 'done',
  lastSyncedAt: null,
  ...changes,
});

describe('sync total in the header', () => {
  it('says synced only when nothing waits for the server or the person', () => {
    expect(syncTotalStatus(total({}))).toEqual({ state: 'synced' });
    expect(syncTotalStatus(total({ conflicts: 2 }))).toEqual({ state: 'conflict', count: 2 });
    expect(syncTotalStatus(total({ pending: 3 }))).toEqual({ state: 'saved', count: 3 });
    expect(syncTotalStatus(total({ saving: true }))).toEqual({ state: 'saving', count: 0 });
    expect(syncTotalStatus(total({ saving: true, conflicts: 2 }))).toEqual({ state: 'saving', count: 0 });
  });

  it('does not say synced before the first sync', () => {
    expect(syncTotalStatus(total({ firstReading: 'coming' }))).toEqual({ state: 'reading' });
    expect(syncTotalStatus(total({ firstReading: 'coming', pending: 1 }))).toEqual({ state: 'saved', count: 1 });
    expect(syncTotalStatus(total({ firstReading: 'waiting', offline: true }))).toEqual({ state: 'waiting', for: 'signal', count: 0 });
    expect(syncTotalStatus(total({ firstReading: 'waiting', pause: { reason: 'signed-out' } }))).toEqual({
      state: 'paused',
      why: 'signed-out',
      count: 0,
    });
  });

  it('puts failures first, and unsaved files before a missing connection', () => {
    expect(syncTotalStatus(total({ pending: 3, refused: 1, saving: true }))).toEqual({ state: 'failed', failed: 1, count: 3 });
    expect(syncTotalStatus(total({ pending: 2, saving: true, offline: true }))).toEqual({ state: 'saving', count: 2 });
    expect(syncTotalStatus(total({ pending: 2, offline: true }))).toEqual({ state: 'waiting', for: 'signal', count: 2 });
  });

  it('says that the server asks to wait unless there is no connection, or a file is on its way', () => {
    const asked = { pending: 2, askedToWait: true };
    expect(syncTotalStatus(total(asked))).toEqual({ state: 'waiting', for: 'server', count: 2 });
    expect(syncTotalStatus(total({ ...asked, offline: true }))).toEqual({ state: 'waiting', for: 'signal', count: 2 });
    const uploading = { percent: 50, bytesPerSecond: 0, secondsLeft: null };
    expect(syncTotalStatus(total({ ...asked, uploading }))).toMatchObject({ state: 'uploading' });
  });
});
