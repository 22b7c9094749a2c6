import { expect, test } from 'vitest';
import { MEDIA_MAX_BYTES, PICTURE_MAX_BYTES } from '../../api/contract/limits.ts';
import { checkFile, FileRefused } from './check-file.ts';

const refusalOf = (attempt: () => unknown) => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof FileRefused) return error.refusal;
    throw error;
  }
  return null;
};

test('accepts a video of exactly 500 MB and rejects one byte more, naming the limit', () => {
  const video = { name: 'heel.mp4', type: 'video/mp4', size: MEDIA_MAX_BYTES };
  expect(checkFile(video, 'videos')).toBe('video/mp4');
  expect(refusalOf(() => checkFile({ ...video, size: video.size + 1 }, 'videos'))).toEqual({
    code: 'too_large',
    size: MEDIA_MAX_BYTES + 1,
    limit: MEDIA_MAX_BYTES,
  });
});

test('limits pictures of dogs and profiles to 10 MB', () => {
  const picture = { name: 'ace.jpg', type: 'image/jpeg', size: PICTURE_MAX_BYTES + 1 };
  expect(refusalOf(() => checkFile(picture, 'dogs'))).toMatchObject({ code: 'too_large', limit: PICTURE_MAX_BYTES });
  expect(refusalOf(() => checkFile(picture, 'profile'))).toMatchObject({ code: 'too_large' });
  expect(checkFile(picture, 'videos')).toBe('image/jpeg');
});

test('rejects empty files and files that are neither video nor picture', () => {
  expect(refusalOf(() => checkFile({ name: 'a.pdf', type: 'application/pdf', size: 1 }, 'videos'))).toEqual({
    code: 'wrong_type',
    type: 'application/pdf',
  });
  expect(refusalOf(() => checkFile({ name: 'notes', type: '', size: 1 }, 'videos'))).toMatchObject({ code: 'wrong_type' });
  expect(refusalOf(() => checkFile({ name: 'a.mp4', type: 'video/mp4', size: 0 }, 'videos'))).toEqual({ code: 'empty' });
});

test('derives the type from the file extension when the browser reports none', () => {
  expect(checkFile({ name: 'GX010012.MKV', type: '', size: 1 }, 'videos')).toBe('video/x-matroska');
});
