/** 256 random bits: whoever has not been told a path will not find it. */
const NAME_BYTES = 32;

export const newName = (randomBytes: (length: number) => Uint8Array): string =>
  Buffer.from(randomBytes(NAME_BYTES)).toString('base64url');

/** Whether it looks like the name of an object or the id of an upload. */
export const isName = (name: string): boolean => /^[A-Za-z0-9_-]{32,64}$/.test(name);

const PREFIX = '/objects/';
export const objectPathOf = (name: string): string => PREFIX + name;
export const objectNameOf = (path: string): string => path.slice(PREFIX.length);

const UPLOADS = '/api/objects/upload';
export const uploadPathOf = (id: string): string => `${UPLOADS}/${id}`;
export const uploadUrlOf = (publicUrl: string, id: string): string => publicUrl + uploadPathOf(id);

const UPLOAD_PATH = new RegExp(`^${UPLOADS}/([A-Za-z0-9_-]{32,64})$`);

/**
 * The id in an upload's URL, whatever name of this server is in front of it: a person may have come by another one than
 * PUBLIC_URL, and a proxy may have changed it.
 */
export function uploadIdIn(url: string): string | null {
  const path = URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : '';
  return UPLOAD_PATH.exec(path)?.[1] ?? null;
}
