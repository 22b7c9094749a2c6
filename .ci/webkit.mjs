import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run-program.mjs';

const PROGRAMS = ['WebKitWebDriver', 'Xvfb'];
const PACKAGES = ['webkit2gtk-driver', 'xvfb'];

/**
 * Makes sure WebKit can be driven here: WebKitGTK's driver and a virtual screen, from Debian's packages.
 * @returns {Promise<string | undefined>} the reason if it cannot
 */
export async function mustHaveWebKit() {
  if (missing(PROGRAMS).length === 0) return undefined;
  const reason =
    missing(['apt-get']).length > 0 ? 'this system has no apt-get' : process.getuid?.() !== 0 ? 'only root can install them' : undefined;
  if (reason) return `${missing(PROGRAMS).join(' and ')} not found, and ${reason} (Debian: apt-get install ${PACKAGES.join(' ')})`;
  console.log(`Installing WebKit for the tests (${PACKAGES.join(', ')}; about a minute, once) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  const { output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], { env, quiet: true });
  if (missing(PROGRAMS).length === 0) return undefined;
  return `apt-get could not install ${PACKAGES.join(' ')}: ${output.trim().split('\n').slice(-3).join(' ')}`;
}

const missing = (programs) =>
  programs.filter((name) => !(process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))));
