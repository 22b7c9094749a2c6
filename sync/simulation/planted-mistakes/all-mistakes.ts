import { MEDIA } from './mistakes/media.ts';
import { MERGING } from './mistakes/merging.ts';
import { QUEUEING } from './mistakes/queueing.ts';
import { READING } from './mistakes/reading.ts';
import { SENDING } from './mistakes/sending.ts';
import type { PlantedMistake } from './planted-mistake.ts';

export const PLANTED_MISTAKES: readonly PlantedMistake[] = [
  ...READING,
  ...SENDING,
  ...QUEUEING,
  ...MERGING,
  ...MEDIA,
];
