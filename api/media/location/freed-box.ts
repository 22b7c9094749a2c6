import type { Box } from './mp4-boxes.ts';
import type { Patch } from '../store/patch.ts';

const FREE = Buffer.from('free', 'latin1');

/** Turns a box into a `free` box of zeros, which every reader skips. */
export const freed = (box: Box): Patch[] => [
  { offset: box.start + 4, length: 4, bytes: FREE },
  ...(box.end > box.content ? [{ offset: box.content, length: box.end - box.content }] : []),
];
