import type { DeviceFiles } from './device-files.ts';
import { withStealableLock } from './stealable-lock.ts';
import type { Ports } from './ports.ts';

/** The browser's ports, for page, worker and service worker alike. */
export function browserPorts(files: DeviceFiles): Ports {
  const sleep: Ports['sleep'] = (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
      function done() {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
    });
  return {
    origin: self.location.origin,
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    random: () => Math.random(),
    fetch: (request) => fetch(request),
    lock: async (name, body, { ifAvailable = false, signal, ofTheLiving = false, askEveryMs } = {}) =>
      ofTheLiving
        ? withStealableLock(name, body, { locks: navigator.locks, sleep, signal, askEveryMs })
        : // The browser rejects `ifAvailable` together with `signal`; a lock that is only tried never waits anyway.
          navigator.locks.request(name, ifAvailable || !signal ? { ifAvailable } : { signal }, async (lock) => (lock ? body() : undefined)),
    sleep,
    files,
  };
}
