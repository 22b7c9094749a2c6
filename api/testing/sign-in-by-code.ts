import { type Browser, createBrowser } from './cookie-jar.ts';
import type { ServerProcess } from './start-process.ts';

/** Signs in as the admin of a server that prints its codes. */
export async function signInByCode(server: ServerProcess, port: number): Promise<Browser> {
  const browser = createBrowser((url, init) => fetch(url, init), `http://localhost:${port}`);
  await browser.post('/api/login', { email: 'kate@example.org' });
  await server.prints('Sign-in code for kate@example.org: ');
  const code = /Sign-in code for kate@example\.org: (\d{6})/.exec(server.output.stdout)![1]!;
  await browser.post('/api/login/code', { code });
  return browser;
}
