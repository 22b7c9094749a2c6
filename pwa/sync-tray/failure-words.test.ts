import { expect, test } from 'vitest';
import type { SendFailure } from '../../sync/store/failure.ts';
import { failureWords } from './failure-words.ts';

test('shows the server’s words, or its status if it sent none', () => {
  expect(failureWords({ status: 400, code: 'invalid', message: 'Please choose one of your own dogs' })).toBe(
    'Please choose one of your own dogs',
  );
  expect(failureWords({ status: 502, code: 'http_502', message: '' })).toBe('The server answered 502');
});

test('has words for failures that the device itself recorded', () => {
  expect(failureWords({ status: 403, code: 'intercepted' })).toBe('A proxy or firewall is blocking this (403).');
  expect(failureWords({ status: 0, code: 'discarded', subject: { call: 'dogs.create', cue: null, name: 'Rex' } })).toBe(
    '“New dog “Rex”” was discarded, and this refers to it. Please edit or discard.',
  );
  expect(failureWords({ status: 0, code: 'lost' })).toBe('The app closed before this file was saved. Please add it again.');
});

test('shows words that an earlier version stored, even under a current code', () => {
  const message = '“New dog “Rex”” was discarded, and this refers to it. Please edit or discard.';
  expect(failureWords({ status: 0, code: 'discarded', message })).toBe(message);
  expect(failureWords({ status: 0, code: 'no_room', message: 'This file could not be kept.' })).toBe('This file could not be kept.');
});

test('says ‘Not accepted’ if it knows no reason', () => {
  expect(failureWords(null)).toBe('Not accepted');
  expect(failureWords({ status: 0, code: 'of_a_newer_version' } as unknown as SendFailure)).toBe('Not accepted');
});
