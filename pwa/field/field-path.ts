/** Field mode covers the whole window, without the app's header and navigation. */
export const FIELD_PATH = '/field';

/** Field mode for a new set, of a new session or of the given one. */
export const readyPath = (videoId: string | null = null): string => (videoId ? `${FIELD_PATH}?session=${videoId}` : FIELD_PATH);

export const setPath = (id: string): string => `${FIELD_PATH}?set=${id}`;
