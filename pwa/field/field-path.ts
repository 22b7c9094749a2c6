/** Field mode covers the whole window, without the app's header and navigation. */
export const FIELD_PATH = '/field';

/** Field mode for a new set, of a new session or of the given one. @param afterId the set that was just counted there */
export function readyPath(videoId: string | null = null, afterId: string | null = null): string {
  if (!videoId) return FIELD_PATH;
  return `${FIELD_PATH}?session=${videoId}${afterId ? `&after=${afterId}` : ''}`;
}

/** Field mode for a new set of a new session with this dog. */
export const dogPath = (dogId: string): string => `${FIELD_PATH}?dog=${dogId}`;

export const setPath = (id: string): string => `${FIELD_PATH}?set=${id}`;

/** Field mode for what `startPlan` began. */
export const startedPath = (started: { setId: string } | { videoId: string }): string =>
  'setId' in started ? setPath(started.setId) : readyPath(started.videoId);
