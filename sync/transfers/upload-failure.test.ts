import { expect, test } from 'vitest';
import type { AnsweredFailure } from '../store/failure.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { failureOfAnswer, classifyFailure, retryHelps, uploadRetryDelay } from './upload-failure.ts';

test('waits 0, 1, 3 and 5 seconds, then doubles up to five minutes', () => {
  const most = 1 - Number.EPSILON;
  expect([1, 2, 3, 4].map((attempts) => uploadRetryDelay(attempts, 0))).toEqual([0, 1_000, 3_000, 5_000]);
  expect([5, 6, 7].map((attempts) => Math.round(uploadRetryDelay(attempts, most)))).toEqual([10_000, 20_000, 40_000]);
  expect(uploadRetryDelay(5, 0)).toBe(5_000);
  expect(Math.round(uploadRetryDelay(40, most))).toBe(300_000);
});

test('keeps the server’s message, but nothing of a proxy’s page', () => {
  const refused = failureOfAnswer('open', 413, '{"code":"too_large","message":"The limit is 500 MB"}', '7');
  expect(refused).toMatchObject({ failure: { code: 'too_large', message: 'The limit is 500 MB' }, retryAfterMs: 7_000 });
  const byProxy = failureOfAnswer('send', 502, '<h1>Bad Gateway</h1>', null);
  expect(byProxy).toMatchObject({ failure: { status: 502, code: 'http_502', message: '' }, retryAfterMs: 0 });
});

test('retries after unknown answers and demands for a newer app, but not after an answer about the bytes', () => {
  const kindOf = (status: number) => classifyFailure(failureOfAnswer('open', status, '{"code":"invalid"}', null));
  for (const status of [426, 451, 402, 503, 429]) expect(kindOf(status), String(status)).toBe('retry');
  for (const status of [400, 403, 404, 413, 415, 422]) expect(kindOf(status), String(status)).toBe('final');
});

test('pauses only when the API itself ends the sign-in: a captive portal’s 401 page is a network problem', () => {
  const kindOf = (body: string) => classifyFailure(failureOfAnswer('send', 401, body, null));
  expect(kindOf('{"code":"unauthenticated","message":"Please sign in"}')).toBe('signed-out');
  expect(kindOf('<h1>Wi-Fi</h1>')).toBe('retry');
});

test('ends and discards nothing on a proxy’s page, except for a body limit', () => {
  const kindOf = (status: number, step: 'open' | 'send') => classifyFailure(failureOfAnswer(step, status, '<h1>No</h1>', null));
  for (const step of ['open', 'send'] as const) {
    for (const status of [400, 403, 404, 405, 410]) expect(kindOf(status, step), `${step} ${status}`).toBe('retry');
    expect(kindOf(413, step)).toBe('final');
  }
});

test('waits when the person’s storage is full, and allows a retry', () => {
  const full = failureOfAnswer('open', 413, '{"code":"media_full","message":"Your 50 GB are used up."}', null);
  expect(classifyFailure(full)).toBe('retry');
  expect(retryHelps({ fileName: 'film', lastError: full.failure })).toBe(true);
});

const failed = (lastError: Partial<AnsweredFailure>, fileName: string | null = 'film') =>
  ({ state: 'failed', fileName, lastError: { status: 0, code: 'network', message: '', ...lastError } }) as DeviceMedia;

test('offers a retry after connection and server errors, but not when the file itself was refused', () => {
  for (const status of [0, 401, 408, 409, 423, 429, 500, 503]) expect([status, retryHelps(failed({ status }))]).toEqual([status, true]);
  for (const status of [400, 403, 404, 413, 415, 422])
    expect([status, retryHelps(failed({ status, code: 'invalid' }))]).toEqual([status, false]);
});

test('offers no retry for a file that is no longer on the device', () => {
  expect(retryHelps(failed({ code: 'lost' }, null))).toBe(false);
  expect(retryHelps(failed({ code: 'no_file' }))).toBe(false);
});
