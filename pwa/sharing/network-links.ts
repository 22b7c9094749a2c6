import { TEXTS } from './texts.ts';

/** A session's URL: the origin plus its path (R106). */
export const sessionLink = (origin: string, videoId: string) => `${origin}/video/${videoId}`;

export const facebookLink = (link: string) => `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(link)}`;

export const xLink = (link: string, title: string) =>
  `https://twitter.com/intent/tweet?url=${encodeURIComponent(link)}&text=${encodeURIComponent(TEXTS.xText(title))}`;
