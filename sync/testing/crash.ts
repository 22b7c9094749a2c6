import type { DeviceFiles } from '../device-files.ts';
import type { Ports } from '../ports.ts';
import type { StoreHooks } from './store-hooks.ts';

/** The app ended here: nothing that it was about to do happens. */
class Crash extends Error {
  override readonly name = 'Crash';
}

/** Dexie wraps what ended a transaction, and tells of it in words only where it was wrapped twice. */
export const isCrash = (error: unknown): boolean =>
  error instanceof Crash || (error as { inner?: unknown } | null)?.inner instanceof Crash || String(error).includes('Crash');

/**
 * Ends the app at its nth step, counted over every write to the store and every call of a port, and lets nothing
 * happen after it: the transaction under way is rolled back.
 * @param onCrash told at each of its steps from then on
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
      // After the server has done its part, before the device knows.
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
