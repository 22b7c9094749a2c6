import { run } from './run-program.mjs';

/**
 * Provides ffmpeg for the tests of posters and video copies: from PATH, otherwise from Debian's package. The app itself
 * runs without it.
 * @throws if it cannot be installed
 */
export async function mustHaveFfmpeg() {
  if (await isThere()) return;
  if (process.getuid?.() === 0) {
    console.log('Fetching ffmpeg for the tests (about a minute, once) …');
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'ffmpeg'], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  }
  if (!(await isThere()))
    throw new Error('The tests of posters and copies need ffmpeg and ffprobe. Installing them failed; install ffmpeg yourself.');
}

async function isThere() {
  for (const program of ['ffmpeg', 'ffprobe']) {
    if (!(await run(program, ['-version'], { quiet: true })).ok) return false;
  }
  return true;
}
