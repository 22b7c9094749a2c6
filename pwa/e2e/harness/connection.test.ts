import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openConnection } from './connection.ts';

test('does not count bytes for a server that is not listening', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const address = gone.address();
  gone.close();
  await once(gone, 'close');
  const connection = await openConnection(() => (address && typeof address === 'object' ? address.port : 0));
  const heard: Buffer[] = [];
  connection.watch((chunk) => heard.push(chunk));
  const near = connect(connection.port, '127.0.0.1');
  near.on('error', () => {});
  near.write('PATCH / HTTP/1.1\r\n');
  await new Promise((closed) => near.once('close', closed));
  expect(connection.sent()).toBe(0);
  expect(heard).toEqual([]);
  await connection.close();
});
