import type { DeviceFiles } from '../ports/device-files.ts';
import type { Ports } from '../ports/ports.ts';
import type { StoreHooks } from './store-hooks.ts';

/** Simulates the end of the app: no later step runs. */
class Crash extends Error {
  override readonly name = 'Crash';
}

/** Dexie wraps the error that ended a transaction. If wrapped twice, only its message shows the cause. */
export const isCrash = (error: unknown): boolean =>
  error instanceof Crash || (error as { inner?: unknown } | null)?.inner instanceof Crash || String(error).includes('Crash');

/**
 * Ends the app at its nth step, counting every store write and every port call. The transaction in progress is rolled
 * back, and no later step runs.
 * @param onCrash called at the crash and at every later step
 * @returns the ports to use
 */
export function crashAt(step: number, hooks: StoreHooks, ports: Ports, onCrash: () => void = () => {}): Ports {
  let steps = 0;
  const take = () => {
    steps += 1;
    if (steps < step) return;
    onCrash();
    throw new Crash(`Step ${step}`);
  };
  hooks.beforeWrite = take;
  return {
    ...ports,
    now: () => {
      take();
      return ports.now();
    },
    newId: () => {
      take();
      return ports.newId();
    },
    random: () => {
      take();
      return ports.random();
    },
    lock: async (name, body, options) => {
      take();
      return ports.lock(name, body, options);
    },
    sleep: (ms, signal) => {
      take();
      return ports.sleep(ms, signal);
    },
    fetch: async (request) => {
      take();
      const response = await ports.fetch(request);
      // The server has processed the request, but the device doesn't know yet.
      take();
      return response;
    },
    files: crashingFiles(ports.files, take),
  };
}

const crashingFiles = (files: DeviceFiles, take: () => void): DeviceFiles => ({
  ...files,
  async create(name) {
    take();
    const writer = await files.create(name);
    return {
      ...writer,
      write: async (piece) => {
        take();
        return writer.write(piece);
      },
      close: async () => {
        take();
        return writer.close();
      },
    };
  },
  async delete(name) {
    take();
    return files.delete(name);
  },
});
