import { rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { SettingsError } from '../env.ts';
import type { Log } from '../log.ts';

/** In bytes. Some versions of Node refuse a longer path, others cut it off and listen elsewhere. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

/** Only the server's user reaches it: DATA_DIR is private. */
const socketIn = (dataDir: string): string => join(dataDir, 'operator.sock');

type Answer = { line: string } | { refusal: string };

/**
 * Lets `npm run backup` ask a server with the embedded database, which only this process can open. Without the socket,
 * as on Windows, or with a path that is too long for one, the command tells the operator to stop the server.
 * @param backUp backs up into a folder; returns or throws one line
 * @returns a function that stops listening
 */
export async function listenToOperator(dataDir: string, backUp: (dir: string) => Promise<string>, log: Log): Promise<() => void> {
  const path = socketIn(dataDir);
  // The lock on the folder says that no other server listens, so a socket that is there was left behind.
  await rm(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    answer(socket, backUp, log).catch(() => socket.destroy());
  });
  server.on('error', (error) => log.warn({ err: error }, 'npm run backup cannot ask this server'));
  const listening = once(server, 'listening');
  if (Buffer.byteLength(path) <= LONGEST_PATH) server.listen(path).unref();
  else server.emit('error', new Error(`The path of a socket has at most ${LONGEST_PATH} bytes`));
  // The server does its work without the socket, and the warning is in the log.
  await listening.catch(() => undefined);
  return () => server.close();
}

async function answer(socket: Socket, backUp: (dir: string) => Promise<string>, log: Log): Promise<void> {
  const dir = await readAll(socket);
  const told: Answer = await backUp(dir).then(
    (line) => ({ line }),
    (error: Error) => {
      log.error({ err: error }, 'A backup failed');
      return { refusal: error.message };
    },
  );
  socket.end(JSON.stringify(told));
}

/** @returns null if no server listens. @throws SettingsError with one line if the server could not back up, or ended meanwhile */
export async function askServerToBackUp(dataDir: string, dir: string): Promise<string | null> {
  const socket = connect({ path: socketIn(dataDir), allowHalfOpen: true });
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  socket.end(dir);
  const said = await readAll(socket);
  if (said === '') throw new SettingsError('The server ended before the backup did.');
  const told = JSON.parse(said) as Answer;
  if ('refusal' in told) throw new SettingsError(told.refusal);
  return told.line;
}

/** Unlike reading by iteration, this leaves the socket open for writing. */
async function readAll(socket: Socket): Promise<string> {
  let read = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (read += piece));
  await once(socket, 'end');
  return read;
}
