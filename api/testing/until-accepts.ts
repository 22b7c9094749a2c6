import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const ASK_AGAIN_MS = 50;

/** Waits until a program accepts connections. @throws Error with its last words if it ends before */
export async function untilAccepts(program: ChildProcess, port: number): Promise<void> {
  let words = '';
  program.stderr?.setEncoding('utf8').on('data', (text: string) => (words += text));
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const accepts = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (accepts) return;
    if (program.exitCode !== null) throw new Error(`${program.spawnfile} ended with ${program.exitCode}: ${words}`);
    await wait(ASK_AGAIN_MS);
  }
}
