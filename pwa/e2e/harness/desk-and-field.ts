import { DESKTOP, type Device, openDevice } from './browser.ts';
import { type Server, startServer } from './server.ts';

export interface DeskAndField {
  server: Server;
  /** The first person's device. */
  desktop: Device;
  /** The second person's device. */
  phone: Device;
  stop: () => Promise<void>;
}

/** Starts a server and two people's devices, each with its own profile. */
export async function startDeskAndField(...options: Parameters<typeof startServer>): Promise<DeskAndField> {
  const [server, desktop, phone] = await Promise.all([startServer(...options), openDevice({ viewport: DESKTOP }), openDevice()]);
  // The timeout is long because two browsers and a server share the machine.
  for (const device of [desktop, phone]) device.page().setDefaultTimeout(60_000);
  return {
    server,
    desktop,
    phone,
    stop: async () => {
      await Promise.all([desktop.discard(), phone.discard()]);
      await server.stop();
    },
  };
}
