/** Field mode covers the whole window, without the app's header and navigation. */
export const FIELD_PATH = '/field';

/** Field mode for a new set, of a new session or of the given one. */
export const readyPath = (videoId: string | null = null): string => (videoId ? `${FIELD_PATH}?session=${videoId}` : FIELD_PATH);

/** Field mode for a new set of a new session with this dog. */
export const dogPath = (dogId: string): string => `${FIELD_PATH}?dog=${dogId}`;

export const setPath = (id: string): string => `${FIELD_PATH}?set=${id}`;

/** Field mode for what `startPlan` began. */
export const startedPath = (started: { setId: string } | { videoId: string }): string =>
  'setId' in started ? setPath(started.setId) : readyPath(started.videoId);
