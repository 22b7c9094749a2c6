import { expect, test } from 'vitest';
import type { MutationName } from '../../api/contract/mutations.ts';
import { changeWords, fileWords } from './record-words.ts';

test('names a change after its row, and after its cue if it is about one', () => {
  expect(changeWords({ call: 'videos.create', cue: null, name: 'Heel work' })).toBe('New session “Heel work”');
  expect(changeWords({ call: 'videos.delete', cue: null, name: null })).toBe('Deleted session');
  expect(changeWords({ call: 'programs.addCue', cue: 'Sit', name: 'Class C' })).toBe('Cue “Sit” added to program “Class C”');
  expect(changeWords({ call: 'programs.removeCue', cue: null, name: null })).toBe('Cue removed from program');
  expect(changeWords({ call: 'cues.import', cue: 'Sit', name: 'Sit' })).toBe('Imported cue “Sit”');
});

test('has words for a call of another app version', () => {
  expect(changeWords({ call: 'dogs.lend' as MutationName, cue: null, name: 'Rex' })).toBe('Change “Rex”');
});

test('names a file after its row, not after the camera’s file name', () => {
  const film = { type: 'video', entity: 'videos', fileName: 'VID_0042.mp4' } as const;
  expect(fileWords({ ...film, owner: 'Blind search' })).toBe('Video of “Blind search”');
  expect(fileWords({ ...film, owner: null })).toBe('Video “VID_0042.mp4”');
  expect(fileWords({ type: 'picture', entity: 'dogs', owner: 'Fen', fileName: 'IMG_0042.jpg' })).toBe('Picture of “Fen”');
  expect(fileWords({ type: 'picture', entity: 'profile', owner: null, fileName: 'IMG_0042.jpg' })).toBe('Picture of your profile');
});
