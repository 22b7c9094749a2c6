import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openLine } from './line.ts';

test('does not count bytes for a server that is not listening', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const address = gone.address();
  gone.close();
  await once(gone, 'close');
  const line = await openLine(() => (address && typeof address === 'object' ? address.port : 0));
  const heard: Buffer[] = [];
  line.watch((chunk) => heard.push(chunk));
  const near = connect(line.port, '127.0.0.1');
  near.on('error', () => {});
  near.write('PATCH / HTTP/1.1\r\n');
  await new Promise((closed) => near.once('close', closed));
  expect(line.sent()).toBe(0);
  expect(heard).toEqual([]);
  await line.close();
});
