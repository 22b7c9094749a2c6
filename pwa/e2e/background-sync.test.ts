import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKGROUND_SYNC_TAG } from '../../sync/background-sync.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { addSession, card } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

let server: Server;
let phone: Device;

beforeAll(async () => {
  [server, phone] = await Promise.all([startServer({ env: { ADMIN_EMAILS: 'kate@example.org', LOG_LEVEL: 'info' } }), openDevice()]);
});

afterAll(async () => {
  await phone.discard();
  await server.stop();
});

/** Dispatches a background sync event, as the browser does some time after the connection returns. */
async function dispatchSync(device: Device, origin: string, tag: string): Promise<void> {
  const page = device.context().pages()[0] ?? (await device.context().newPage());
  const session = await device.context().newCDPSession(page);
  const registrationId = await new Promise<string>((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
    session.send('ServiceWorker.enable').catch(reject);
  });
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
}

describe('the queue of a closed page', () => {
  it('is sent by the service worker when the browser is back online', async () => {
    const page = phone.page();
    await signIn(page, server, 'kate@example.org');
    await readyForOffline(page);
    await server.connection.cut();
    await addSession(page, server.url, { title: 'Typed before the app was closed' });
    await card(page, 'Typed before the app was closed').waitFor();
    const empty = await phone.context().newPage();
    await page.close();
    await server.connection.mend();

    const arrived = server.printed(/"route":"\/api\/batch","status":200/, server.output().length);
    await dispatchSync(phone, server.url, BACKGROUND_SYNC_TAG);
    await arrived;
    const answer = await phone.context().request.get(`${server.url}/api/videos`);
    expect(await answer.json()).toMatchObject([{ title: 'Typed before the app was closed' }]);
    await empty.close();
  });
});
