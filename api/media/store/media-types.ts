interface MediaType {
  kind: 'video' | 'picture';
  extension: string;
}

/** Every type that the server accepts or serves. Pictures are re-encoded to JPEG or WebP, except HEIC. */
const MEDIA_TYPES: Readonly<Record<string, MediaType>> = {
  'video/mp4': { kind: 'video', extension: 'mp4' },
  'video/x-m4v': { kind: 'video', extension: 'm4v' },
  'video/quicktime': { kind: 'video', extension: 'mov' },
  'video/3gpp': { kind: 'video', extension: '3gp' },
  'video/3gpp2': { kind: 'video', extension: '3g2' },
  'video/webm': { kind: 'video', extension: 'webm' },
  'video/matroska': { kind: 'video', extension: 'mkv' },
  'video/vnd.avi': { kind: 'video', extension: 'avi' },
  'image/jpeg': { kind: 'picture', extension: 'jpg' },
  'image/png': { kind: 'picture', extension: 'png' },
  'image/apng': { kind: 'picture', extension: 'png' },
  'image/webp': { kind: 'picture', extension: 'webp' },
  'image/gif': { kind: 'picture', extension: 'gif' },
  'image/avif': { kind: 'picture', extension: 'avif' },
  'image/heic': { kind: 'picture', extension: 'heic' },
  'image/heif': { kind: 'picture', extension: 'heif' },
};

export const mediaTypeOf = (mime: string): MediaType | null => MEDIA_TYPES[mime] ?? null;

/** ISO base media files: nested boxes, with a `moov` that describes the video. */
export const isIsoVideo = (mime: string): boolean =>
  ['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/3gpp', 'video/3gpp2'].includes(mime);

export const isMatroska = (mime: string): boolean => mime === 'video/webm' || mime === 'video/matroska';
