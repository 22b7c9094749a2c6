import { describe, expect, it } from 'vitest';
import type { DeviceMedia, MediaState } from '../store/media-row.ts';
import { LARGE_FILE_BYTES, networkKind, type NetworkFacts } from '../transfers/large-file-policy.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import { rowSync } from './row-sync.ts';

const record = (changes: Partial<OutboxRecord> = {}) =>
  ({ state: 'queued', attempts: 0, serverFailures: 0, lastError: null, ...changes }) as OutboxRecord;
const file = (state: MediaState, changes: Partial<DeviceMedia> = {}) =>
  ({ state, attempts: 0, size: 200, sentBytes: 0, bytesPerSecond: 0, lastError: null, ...changes }) as DeviceMedia;

const network: NetworkFacts = { network: 'free', largeFiles: null };
const online = { reachable: true, paused: null, network };
const offline = { reachable: false, paused: null, network };

describe('the state of a row', () => {
  it('is synced only when no change and no file of it is left here', () => {
    expect(rowSync([], [], online)).toEqual({ state: 'synced' });
    expect(rowSync([], [file('uploaded')], online)).toEqual({ state: 'synced' });
    expect(rowSync([record()], [], online).state).not.toBe('synced');
    expect(rowSync([], [file('kept')], online).state).not.toBe('synced');
  });

  it('is not saved while its file is still being written', () => {
    expect(rowSync([record()], [file('writing')], online)).toEqual({ state: 'saving' });
    expect(rowSync([record()], [file('writing')], offline)).toEqual({ state: 'saving' });
    expect(rowSync([record()], [file('kept')], online)).toEqual({ state: 'saved' });
  });

  it('is waiting while offline, whatever was in progress', () => {
    expect(rowSync([record({ state: 'sending' })], [file('uploading')], offline)).toEqual({ state: 'waiting', for: 'signal' });
  });

  it('reports the share of bytes that were sent', () => {
    const uploading = file('uploading', { sentBytes: 84, bytesPerSecond: 10 });
    expect(rowSync([], [uploading], online)).toEqual({ state: 'uploading', percent: 42, bytesPerSecond: 10, secondsLeft: 12 });
  });

  it('shows a problem that needs the person before a transfer in progress', () => {
    const refused = record({ state: 'refused', lastError: { status: 400, code: 'invalid', message: 'Too long' } });
    expect(rowSync([refused], [file('uploading')], online)).toEqual({ state: 'refused' });
    const lost = file('failed', { fileName: null, lastError: { status: 0, code: 'lost' } });
    expect(rowSync([record({ state: 'sending' })], [lost], online)).toEqual({ state: 'failed', retry: 'lost' });
  });

  it('offers a retry only if it can help something of the row', () => {
    const lost = file('failed', { fileName: null, lastError: { status: 0, code: 'lost' } });
    const gone = file('failed', { fileName: 'a', lastError: { status: 0, code: 'no_file' } });
    const refused = file('failed', { fileName: 'b', lastError: { status: 415, code: 'unsupported_type', message: 'No video' } });
    const altered = file('failed', { fileName: 'c', lastError: { status: 0, code: 'hash_differs' } });
    expect(rowSync([], [gone], online)).toEqual({ state: 'failed', retry: 'lost' });
    expect(rowSync([], [refused], online)).toEqual({ state: 'failed', retry: 'useless' });
    expect(rowSync([], [refused, lost], online)).toEqual({ state: 'failed', retry: 'lost' });
    expect(rowSync([], [refused, lost, altered], online)).toEqual({ state: 'failed', retry: 'helps' });
    expect(rowSync([record({ state: 'blocked' })], [lost], online)).toEqual({ state: 'failed', retry: 'helps' });
  });

  it('names the person’s own pause before what stops everything', () => {
    const signedOut = { ...offline, paused: 'signed-out' } as const;
    expect(rowSync([], [file('paused')], signedOut)).toEqual({ state: 'paused', why: 'person' });
    expect(rowSync([record()], [file('paused')], signedOut)).toEqual({ state: 'paused', why: 'signed-out' });
  });

  it('holds a large file for Wi-Fi, or for the person’s decision if the connection is unknown', () => {
    const large = file('kept', { size: LARGE_FILE_BYTES + 1 });
    const on = (facts: Partial<NetworkFacts>, changes: Partial<DeviceMedia> = {}) =>
      rowSync([], [{ ...large, ...changes }], { ...online, network: { ...network, ...facts } });
    expect(on({ network: 'metered' })).toEqual({ state: 'held', hold: 'wifi' });
    expect(on({ network: 'untold' })).toEqual({ state: 'held', hold: 'ask' });
    expect(on({ network: 'untold', largeFiles: 'wifi' })).toEqual({ state: 'held', hold: 'wifi' });
    for (const goes of [
      on({}),
      on({ network: 'metered', largeFiles: 'any' }),
      on({ network: 'untold' }, { onAnyLine: true }),
      on({ network: 'metered' }, { size: 200 }),
    ]) {
      expect(goes).toEqual({ state: 'saved' });
    }
    expect(on({ network: 'metered' }, { state: 'paused' })).toEqual({ state: 'paused', why: 'person' });
    // Its session syncs over any connection.
    expect(rowSync([record()], [large], { ...online, network: { network: 'metered', largeFiles: null } })).toEqual({ state: 'saved' });
  });

  it('distinguishes a server that asks to wait from a missing connection', () => {
    const asked = (nextAttemptAt: number) =>
      record({ attempts: 1, nextAttemptAt, lastError: { status: 429, code: 'rate_limited', message: 'Too many requests' } });
    const failed = record({ attempts: 1, lastError: { status: 500, code: 'internal', message: 'Something went wrong' } });
    expect(rowSync([asked(5_000), asked(9_000), failed], [], online)).toEqual({ state: 'waiting', for: 'server', nextTryAt: 9_000 });
    expect(rowSync([asked(5_000)], [], offline)).toEqual({ state: 'waiting', for: 'signal' });
    expect(rowSync([asked(5_000), record({ state: 'sending' })], [], online)).toEqual({ state: 'sending' });
    // A second try is in flight, and the answer to the first says nothing about it.
    expect(rowSync([{ ...asked(5_000), state: 'sending' }], [], online)).toEqual({ state: 'sending' });
  });

  it('distinguishes a server that is not ready from a missing connection', () => {
    const away = { status: 503, code: 'unavailable', message: 'The database is away' } as const;
    const unready = { state: 'waiting', for: 'unready' };
    expect(rowSync([record({ attempts: 1, lastError: away })], [], online)).toEqual(unready);
    expect(rowSync([], [file('kept', { attempts: 1, lastError: away })], online)).toEqual(unready);
    expect(rowSync([record({ attempts: 1, lastError: { ...away, status: 500, code: 'internal' } })], [], online)).toEqual(unready);
    expect(rowSync([record({ attempts: 1, lastError: away })], [], offline)).toEqual({ state: 'waiting', for: 'signal' });
    // A proxy's page, and a file that has moved since.
    expect(rowSync([], [file('kept', { attempts: 1, lastError: { status: 503, code: 'http_503', message: '' } })], online)).toEqual({
      state: 'waiting',
      for: 'signal',
    });
    expect(rowSync([], [file('kept', { attempts: 0, lastError: away })], online)).toEqual({ state: 'saved' });
  });

  it('distinguishes a full server from a missing connection', () => {
    const full = record({ attempts: 1, lastError: { status: 507, code: 'storage_full', message: 'No room' } });
    expect(rowSync([full], [], online)).toEqual({ state: 'waiting', for: 'room' });
    expect(rowSync([full], [], offline)).toEqual({ state: 'waiting', for: 'signal' });
    for (const [status, code] of [
      [507, 'storage_full'],
      [413, 'media_full'],
    ] as const) {
      const lastError = { status, code, message: 'No room' };
      expect(rowSync([], [file('kept', { attempts: 3, lastError })], online)).toEqual({ state: 'waiting', for: 'room' });
      // Another attempt does not count as uploading until bytes get through.
      expect(rowSync([], [file('uploading', { attempts: 3, lastError })], online)).toEqual({ state: 'waiting', for: 'room' });
      expect(rowSync([], [file('uploading', { attempts: 0, sentBytes: 84, lastError })], online)).toMatchObject({
        state: 'uploading',
        percent: 42,
      });
    }
  });
});

describe('the kind of connection', () => {
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 Safari/604.1';
  it.each([
    [{ type: 'wifi' }, 'Android Mobile', 'free'],
    [{ type: 'cellular' }, 'Android Mobile', 'metered'],
    [{ type: 'wifi', saveData: true }, 'Android Mobile', 'metered'],
    [{ type: 'unknown' }, 'Android Mobile', 'untold'],
    [undefined, iphone, 'untold'],
    [undefined, 'Mozilla/5.0 (X11; Linux x86_64)', 'free'],
    [{}, 'Mozilla/5.0 (Windows NT 10.0)', 'free'],
  ] as const)('%j in %s is %s', (connection, userAgent, kind) => {
    expect(networkKind(connection, userAgent)).toBe(kind);
  });
});
