import * as z from 'zod/mini';

/**
 * Files the server makes from a video if it has ffmpeg: a poster, and a copy that plays everywhere if only some
 * browsers play the original. A row lists the files that exist, so clients never request a missing one.
 */
export const DerivedKind = z.enum(['poster', 'compatible']);
export type DerivedKind = z.infer<typeof DerivedKind>;
