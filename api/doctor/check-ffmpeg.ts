import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findFfmpeg } from '../media/ports/ffmpeg.ts';

/** What the server asks ffmpeg for, by the option that lists it. */
const NEEDED = {
  '-filters': ['scale', 'format', 'lut3d', 'thumbnail'],
  '-encoders': ['libx264', 'aac'],
} as const;

/** Mistakes of ffmpeg, one line each. @param path folders to search, as in PATH */
export async function checkFfmpeg(path: string): Promise<string[]> {
  const programs = findFfmpeg(path);
  if (!programs) return ['ffmpeg and ffprobe are not installed: films get no posters and no copies that play everywhere.'];
  const found: string[] = [];
  for (const [list, names] of Object.entries(NEEDED)) {
    const told = await promisify(execFile)(programs.ffmpeg, ['-hide_banner', list]).then(
      ({ stdout }) => stdout,
      () => '',
    );
    // A line has flags, the name, and a description.
    const known = new Set(told.split('\n').map((line) => line.trim().split(/\s+/)[1]));
    const missing = names.filter((name) => !known.has(name));
    if (missing.length > 0) found.push(`ffmpeg lacks ${missing.join(', ')}: some films get no poster or no copy. Install the full ffmpeg.`);
  }
  return found;
}
