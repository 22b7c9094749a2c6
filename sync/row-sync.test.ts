import { describe, expect, it } from 'vitest';
import type { DeviceMedia, MediaState } from './device-media.ts';
import type { OutboxRecord } from './outbox-record.ts';
import { rowSync } from './row-sync.ts';

const record = (changes: Partial<OutboxRecord> = {}) =>
  ({ state: 'queued', attempts: 0, serverFailures: 0, lastError: null, ...changes }) as OutboxRecord;
const file = (state: MediaState, changes: Partial<DeviceMedia> = {}) =>
  ({ state, attempts: 0, size: 200, sentBytes: 0, bytesPerSecond: 0, lastError: null, ...changes }) as DeviceMedia;

const online = { reachable: true, paused: false };
const offline = { reachable: false, paused: false };

describe('where a row is', () => {
  it('is synced only when no change and no file of it is left here', () => {
    expect(rowSync([], [], online)).toEqual({ state: 'synced' });
    expect(rowSync([], [file('uploaded')], online)).toEqual({ state: 'synced' });
    expect(rowSync([record()], [], online).state).not.toBe('synced');
    expect(rowSync([], [file('kept')], online).state).not.toBe('synced');
  });

  it('is not called saved while its file is still being written', () => {
    expect(rowSync([record()], [file('writing')], online)).toEqual({ state: 'keeping' });
    expect(rowSync([record()], [file('writing')], offline)).toEqual({ state: 'keeping' });
    expect(rowSync([record()], [file('kept')], online)).toEqual({ state: 'saved' });
  });

  it('waits for signal whatever was under way when the line went', () => {
    expect(rowSync([record({ state: 'sending' })], [file('uploading')], offline)).toEqual({ state: 'waiting' });
  });

  it('tells the share of the bytes that the server has', () => {
    const uploading = file('uploading', { sentBytes: 84, bytesPerSecond: 10 });
    expect(rowSync([], [uploading], online)).toEqual({ state: 'uploading', percent: 42, bytesPerSecond: 10, secondsLeft: 12 });
  });

  it('puts what asks for its person before what moves', () => {
    const refused = record({ state: 'refused', lastError: { status: 400, code: 'invalid', message: 'Too long' } });
    expect(rowSync([refused], [file('uploading')], online)).toEqual({ state: 'refused', message: 'Too long' });
    const lost = file('failed', { lastError: { status: 0, code: 'lost', message: 'Please add it again' } });
    expect(rowSync([record({ state: 'sending' })], [lost], online)).toEqual({ state: 'failed', message: 'Please add it again' });
  });
});
