import type { DeviceMedia } from '../../sync/store/media-row.ts';

/** Key in localStorage. The paths stored there are random and give no access to the stills. */
const KEY = 'upright-posters';
/** More than a long log shows at a time; the newest stay. */
const REMEMBERED_MAX = 500;

let upright: Set<string> | null = null;

/**
 * Whether a still is upright. This device knows its own files. A row from the server does not contain the shape; this
 * device learns it when it first shows the still (docs/decisions/0112).
 * @param path server path of the still
 */
export function isUpright(media: DeviceMedia | null, path: string | null): boolean {
  if (media?.poster) return hasUprightShape(media.poster);
  return path !== null && remembered().has(path);
}

/** Squares count as upright: a wide strip would cut off half of them. */
export const hasUprightShape = ({ width, height }: { width: number; height: number }): boolean => height >= width;

/** Remembers the shape of a still that has loaded. */
export function learnShape(path: string, isUprightNow: boolean): void {
  const paths = remembered();
  if (paths.has(path) === isUprightNow) return;
  if (isUprightNow) paths.add(path);
  else paths.delete(path);
  try {
    localStorage.setItem(KEY, JSON.stringify([...paths].slice(-REMEMBERED_MAX)));
  } catch {
    // If storage is full, this device learns the shape again after the next start.
  }
}

/** Call this at sign-out. */
export function forgetShapes(): void {
  upright = null;
  localStorage.removeItem(KEY);
}

function remembered(): Set<string> {
  if (upright) return upright;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    upright = new Set(Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : []);
  } catch {
    upright = new Set();
  }
  return upright;
}
