import type { DerivedKind } from './derived-kind.ts';

/** Widths in pixels that pictures are served in besides their own: a card on a phone, and on a desktop. */
export const PICTURE_WIDTHS = [480, 960] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** Where a derived file is served, with the rights of the object that it was made of. */
export const derivedPath = (objectPath: string, kind: DerivedKind): string => `${objectPath}/${kind}`;

/**
 * Where a picture is served at most so wide: as WebP where it was made and the browser takes it, else the picture itself.
 */
export const widthPath = (objectPath: string, width: PictureWidth): string => `${objectPath}/w${width}`;
