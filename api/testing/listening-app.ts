import { createAdaptorServer } from '@hono/node-server';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { OpenDatabase } from '../db/open.ts';
import type { Env } from '../env.ts';
import type { Log } from '../log.ts';
import type { Ffmpeg } from '../media/ports/ffmpeg.ts';
import { NO_STATIC_FILES, type StaticFiles } from '../static.ts';
import { createTestApp, type TestApp, type TestPerson } from './create-test-app.ts';

export interface ListeningApp extends TestApp {
  origin: string;
  /** Sends over a real connection as that person, with a stream if needed. */
  fetchAs(person: TestPerson | null, path: string, init?: RequestInit): Promise<Response>;
  cookieOf(person: TestPerson): string;
}

/** The whole API behind a real HTTP server on a free port, for tests of streams and broken connections. */
export async function createListeningApp(
  { log, ...database }: Pick<OpenDatabase, 'db'> & Partial<Pick<OpenDatabase, 'url'>> & { env?: Partial<Env>; log?: Log },
  env: Partial<Env> = {},
  files: StaticFiles = NO_STATIC_FILES,
  ffmpeg: Ffmpeg | null = null,
): Promise<ListeningApp> {
  const app = await createTestApp(database, { env: { ...database.env, ...env }, files, ffmpeg, ...(log && { log }) });
  const server = createAdaptorServer({ fetch: app.app.fetch }) as Server;
  // Keeps idle connections: client and server share one event loop, and after a stall of seconds the client would
  // send on a connection that the server is about to close.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cookieOf = (person: TestPerson) => [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    ...app,
    origin,
    cookieOf,
    fetchAs(person, path, init = {}) {
      const headers = new Headers(init.headers);
      if (person) headers.set('cookie', cookieOf(person));
      return fetch(new URL(path, origin), {
        ...init,
        headers,
        ...(init.body instanceof ReadableStream && { duplex: 'half' }),
      } as RequestInit);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await app.close();
    },
  };
}
