import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run-program.mjs';

/**
 * Makes sure these programs can be started, installing Debian's packages if one is missing.
 * @param {{ programs: string[], packages: string[], what: string }} wanted `what` names them in the line that announces the wait
 * @returns {Promise<string | undefined>} why they cannot be started; undefined if they can
 */
export async function mustHavePrograms({ programs, packages, what }) {
  if (missing(programs).length === 0) return undefined;
  const reason =
    missing(['apt-get']).length > 0 ? 'this system has no apt-get' : process.getuid?.() !== 0 ? 'only root can install them' : undefined;
  if (reason) return `${missing(programs).join(', ')} not found, and ${reason} (Debian: apt-get install ${packages.join(' ')})`;
  console.log(`Installing ${what} for the tests (${packages.join(', ')}; about a minute, once) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  const { output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, quiet: true });
  if (missing(programs).length === 0) return undefined;
  return `apt-get could not install ${packages.join(' ')}: ${output.trim().split('\n').slice(-5).join(' ')}`;
}

const missing = (programs) =>
  programs.filter((name) => !(process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))));
