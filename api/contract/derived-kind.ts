import * as z from 'zod/mini';

/**
 * What the server makes of a video where it has ffmpeg: its poster, and where only some browsers play it a copy that all
 * do. A row names what there is, so that nobody asks for what is not there.
 */
export const DerivedKind = z.enum(['poster', 'compatible']);
export type DerivedKind = z.infer<typeof DerivedKind>;
