import type { PGlite } from '@electric-sql/pglite';

const HOUR_MS = 3_600_000;

/**
 * Makes a checkpoint every hour. PGlite makes none of its own while it runs, so its log would grow until the next start,
 * which would have to replay all of it.
 * @param hasRoom whether the disk has space for one; without it, PostgreSQL could not continue (docs/decisions/0158)
 * @returns a function that stops this
 */
export function checkpointHourly(client: PGlite, hasRoom: () => boolean): () => void {
  const timer = setInterval(() => {
    // Fails if the database has since closed.
    if (hasRoom()) client.exec('checkpoint').catch(() => undefined);
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
