import { expect, it } from 'vitest';
import { copyWords } from './copy-words.ts';

it('copies typed text only', () => {
  const payload = {
    id: '0b7f1f0e-5a51-4a8e-9f0c-1f9a9f0c1f9a',
    title: 'Send-away',
    description: '30 m\n4/5',
    titles: ['BH-VT', 'IGP 1'],
    dogId: '0b7f1f0e-5a51-4a8e-9f0c-1f9a9f0c1f9b',
    base: { title: 'Send' },
    videoUrl: null,
    empty: ' ',
  };
  expect(copyWords(payload)).toBe('Send-away\n30 m\n4/5\nBH-VT, IGP 1');
});
