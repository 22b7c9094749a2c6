import type { Server } from '../harness/server.ts';
import type { EnginePage } from './engine-page.ts';

/** Signs in through the UI: the landing page's link, the email, the code from the server's output. */
export async function signIn(page: EnginePage, server: Server, email: string): Promise<void> {
  await page.session.goto(server.url);
  await page.click(/^Beta Tester Login/);
  await page.fill(/^E-?mail/i, email);
  const code = await server
    .codeFor(email, () => page.click(/^Send code/))
    .catch(async (cause: unknown) => {
      throw new Error(`No code came; ${await page.shown()}`, { cause });
    });
  await page.fill(/code/i, code);
  await page.click(/^Sign in/i);
  await page.shows(/How old are you|Training Log|Who is training/, 'h1');
  if ((await page.shown()).includes('How old are you')) await page.click(/^I am 18 or older/);
  await page.shows(/Training Log|Who is training/, 'h1');
}
