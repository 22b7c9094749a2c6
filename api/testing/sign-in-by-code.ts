import { type Browser, createBrowser } from './cookie-jar.ts';
import type { ServerProcess } from './start-process.ts';

/** Signs in at a server that prints its codes, by default as its admin. */
export async function signInByCode(server: ServerProcess, port: number, email = 'kate@example.org'): Promise<Browser> {
  const browser = createBrowser((url, init) => fetch(url, init), `http://localhost:${port}`);
  const since = server.output.stdout.length;
  await browser.post('/api/login', { email });
  await browser.post('/api/login/code', { code: await printedCode(server, email, since) });
  return browser;
}

/** The sign-in code that a server prints for this email, after the first `since` characters of its output. */
export async function printedCode(server: ServerProcess, email: string, since: number): Promise<string> {
  const words = `Sign-in code for ${email}: `;
  await server.prints(words, 'stdout', since);
  const { stdout } = server.output;
  return /^\d+/.exec(stdout.slice(stdout.indexOf(words, since) + words.length))![0];
}
