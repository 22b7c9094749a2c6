import { DESKTOP, type Device, openDevice } from './browser.ts';
import { type Server, startServer } from './server.ts';

export interface DeskAndField {
  server: Server;
  /** Of whoever sits at the desk. */
  desktop: Device;
  /** Of whoever stands at the field. */
  phone: Device;
  stop: () => Promise<void>;
}

/** Two people's devices, each with a profile of its own, and the server between them. */
export async function startDeskAndField(...options: Parameters<typeof startServer>): Promise<DeskAndField> {
  const server = await startServer(...options);
  const [desktop, phone] = await Promise.all([openDevice({ viewport: DESKTOP }), openDevice()]);
  // Two browsers and a server share the machine.
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
