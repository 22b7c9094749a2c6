import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The secret of this data folder. Generated on the first start and read from then on, so that a restart signs no one
 * out. Readable only by the server's user.
 */
export function sessionSecretIn(dataDir: string, randomBytes: (length: number) => Uint8Array): string {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'session-secret');
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, Buffer.from(randomBytes(32)).toString('base64url'), { mode: 0o600 });
  try {
    // If replicas on one folder start together, all use the first one's secret.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, 'utf8');
}

/** The secret of this data folder, if a server has started there. */
export function knownSessionSecret(dataDir: string): string | undefined {
  const path = join(dataDir, 'session-secret');
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
