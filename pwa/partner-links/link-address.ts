import { JOIN_PATH } from './join-path.ts';

/** The address of a link. Its secret is the fragment, which browsers send to no server. */
export const linkAddress = (secret: string): string => `${location.origin}${JOIN_PATH}#${secret}`;

/** The secret in the address of a link, or in its fragment; null if there is none. */
export const secretIn = (text: string): string | null => /#([\w-]{43})$/.exec(text.trim())?.[1] ?? null;
