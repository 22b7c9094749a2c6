import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A minimal proxy in front of several servers: each request goes to the next one.
 * @param ports called for each request, so that servers may start after the proxy
 */
export async function startRoundRobin(ports: () => readonly number[]): Promise<{ port: number; close(): Promise<void> }> {
  let turn = 0;
  const proxy = createServer((incoming, outgoing) => {
    const targets = ports();
    const { method, url, headers } = incoming;
    const passed = request({ host: '127.0.0.1', port: targets[turn++ % targets.length], method, path: url, headers });
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.on('aborted', () => passed.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
