import { expect, test } from 'vitest';
import { fieldName } from './field-labels.ts';

test('labels a field as the dialog of its entity does', () => {
  expect(fieldName('videos', 'description')).toBe('Notes');
  expect(fieldName('cues', 'description')).toBe('Description');
});

test('keeps the name of a field that only a newer server knows', () => {
  expect([fieldName('videos', 'neverAdded'), fieldName('neverAdded', 'title')]).toEqual(['neverAdded', 'title']);
});
