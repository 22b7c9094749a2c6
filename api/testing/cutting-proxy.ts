import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  port: number;
  /** From now on, cuts connections without an answer when they send a matching piece. */
  cutOn(isLike: (sent: string) => boolean): void;
  close(): Promise<void>;
}

/** A proxy to a server on loopback. @param target its port */
export async function openCuttingProxy(target: number): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  let isCutOn = (_sent: string) => false;
  const listener = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          open.delete(socket);
          other.destroy();
        });
    }
    near.on('data', (sent: Buffer) => {
      if (isCutOn(sent.toString('latin1'))) near.resetAndDestroy();
    });
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  return {
    port: (listener.address() as AddressInfo).port,
    cutOn(isLike) {
      isCutOn = isLike;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => listener.close(closed));
    },
  };
}
