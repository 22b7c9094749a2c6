import type { Box } from './mp4-boxes.ts';
import type { Patch } from '../store/patch.ts';

const FREE = Buffer.from('free', 'latin1');

/** Boxes of space that every reader skips. Cameras also store positions, their name and serial numbers there. */
export const isSpace = ({ type }: Box): boolean => type === 'free' || type === 'skip' || type === 'wide';

/** Zeros a box of space without reading it. If it holds only zeros already, the file keeps its hash. */
export const emptied = ({ content, end }: Box): Patch[] => (end > content ? [{ offset: content, length: end - content }] : []);

/** Turns a box into a `free` box of zeros, which every reader skips. */
export const freed = (box: Box): Patch[] => [{ offset: box.start + 4, length: 4, bytes: FREE }, ...emptied(box)];
