import type { DerivedKind } from './derived-kind.ts';

/** Extra widths in pixels for serving pictures: a card on a phone, and on a desktop. */
export const PICTURE_WIDTHS = [480, 960] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];

/** URL path of a derived file; it has the same access rights as its source object. */
export const derivedPath = (objectPath: string, kind: DerivedKind): string => `${objectPath}/${kind}`;

/**
 * URL path of a picture of at most this width. Serves WebP if that exists and the browser accepts it, otherwise the
 * original.
 */
export const widthPath = (objectPath: string, width: PictureWidth): string => `${objectPath}/w${width}`;
