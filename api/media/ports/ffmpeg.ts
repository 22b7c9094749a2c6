import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isIsoVideo, isMatroska } from '../store/media-types.ts';

/** Absolute paths of the two programs. */
export interface Ffmpeg {
  ffmpeg: string;
  ffprobe: string;
}

/** @param path folders to search, as in PATH. @returns null if either program is missing */
export function findFfmpeg(path: string): Ffmpeg | null {
  const [ffmpeg, ffprobe] = ['ffmpeg', 'ffprobe'].map((name) =>
    path
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, name))
      .find(isProgram),
  );
  return ffmpeg && ffprobe ? { ffmpeg, ffprobe } : null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Input arguments: the demuxer of the sniffed type, and files only, so that no file can pass as a playlist and make
 * ffmpeg fetch something.
 */
export const inputOf = (file: string, mediaType: string): string[] => [
  '-protocol_whitelist',
  'file',
  '-f',
  demuxerOf(mediaType),
  '-i',
  `file:${file}`,
];

function demuxerOf(mediaType: string): string {
  if (isIsoVideo(mediaType)) return 'mov';
  return isMatroska(mediaType) ? 'matroska' : 'avi';
}
