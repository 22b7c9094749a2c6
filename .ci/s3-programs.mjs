import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run-program.mjs';

const PROGRAMS = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'];
const PACKAGES = ['ceph-common', 'ceph-mon', 'ceph-osd', 'radosgw'];
const REASONS = {
  'a user who is not root': () => process.getuid?.() !== 0,
  'a system without apt-get': () => missing(['apt-get']).length > 0,
};

/**
 * Makes sure an S3 server can start here: Ceph's gateway from Debian's packages, installed if missing.
 * @returns {Promise<string | undefined>} the reason if it cannot
 */
export async function mustHaveS3Programs() {
  if (missing(PROGRAMS).length === 0) return undefined;
  for (const [reason, applies] of Object.entries(REASONS)) {
    if (applies())
      return `${missing(PROGRAMS).join(', ')} are not installed, and ${reason} cannot install them (Debian: apt-get install ${PACKAGES.join(' ')})`;
  }
  console.log(`Installing an S3 server (${PACKAGES.join(', ')}; a minute, once) …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  const { ok, output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES], { env, quiet: true });
  if (ok && missing(PROGRAMS).length === 0) return undefined;
  return `apt-get could not install ${PACKAGES.join(' ')}:\n${output.trim().split('\n').slice(-5).join('\n')}`;
}

const missing = (programs) =>
  programs.filter((name) => !(process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))));
