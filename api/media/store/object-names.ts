/** 256 random bits, so that a path cannot be guessed. */
const NAME_BYTES = 32;

export const newName = (randomBytes: (length: number) => Uint8Array): string => Buffer.from(randomBytes(NAME_BYTES)).toString('base64url');

/** Whether a name has the form of an object's name or an upload's id. */
export const isName = (name: string): boolean => /^[A-Za-z0-9_-]{32,64}$/.test(name);

const PREFIX = '/objects/';
export const objectPathOf = (name: string): string => PREFIX + name;
export const objectNameOf = (path: string): string => path.slice(PREFIX.length);

const UPLOADS = '/api/objects/upload';
export const uploadPathOf = (id: string): string => `${UPLOADS}/${id}`;
export const uploadUrlOf = (publicUrl: string, id: string): string => publicUrl + uploadPathOf(id);

const UPLOAD_PATH = new RegExp(`^${UPLOADS}/([A-Za-z0-9_-]{32,64})$`);

/**
 * The id in an upload's URL, whatever the host: people may use another name than PUBLIC_URL, and a proxy may
 * change it.
 */
export function uploadIdIn(url: string): string | null {
  const path = URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : '';
  return UPLOAD_PATH.exec(path)?.[1] ?? null;
}
