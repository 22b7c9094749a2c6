// Runs the built server on a free port with its own data folder, for the scripts in this folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerAge } from './answer-age.mjs';
import { freePort } from '../../.ci/free-port.mjs';

const MAIN = fileURLToPath(new URL('../../dist/api/main.js', import.meta.url));
const WAIT_MS = 200_000;

/**
 * @param {{ publicUrl?: string, env?: Record<string, string>, fill?: (dataDir: string) => Promise<void> }} options
 * `publicUrl`: address for browsers, if a relay is in front; `fill`: prepares the data folder before the server starts
 * @returns {Promise<{ origin: string, folder: string, stop: () => Promise<void>,
 * signIn: (page: import('playwright').Page, email: string) => Promise<void>,
 * cookiesOf: (email: string, userAgent?: string, isAdult?: boolean) => Promise<Record<string, string>> }>}
 *   `folder` is deleted when the server stops; callers may put files there
 */
export async function startBuiltServer({ publicUrl, env = {}, fill } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'longline-built-'));
  const dataDir = join(folder, 'data');
  await fill?.(dataDir);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), PUBLIC_URL: publicUrl ?? origin, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const terminal = listenTo(server.stdout, server.stderr);
  await terminal.printed((text) => text.includes(publicUrl ?? origin), 'the server to start');
  /** How many codes each address has used. */
  const used = new Map();
  const nextCode = async (email) => {
    const before = used.get(email) ?? 0;
    used.set(email, before + 1);
    const codes = new RegExp(`code for ${email.replaceAll('.', '\\.')}: (\\d{6})`, 'g');
    return terminal.printed((text) => [...text.matchAll(codes)][before]?.[1], 'the sign-in code');
  };
  return {
    origin,
    folder,
    /** Signs in an adult without a browser, or a person who has not said so. Resolves with the cookies by name. */
    async cookiesOf(email, userAgent, isAdult = true) {
      const cookies = {};
      const post = async (path, fields) => {
        const cookie = Object.entries(cookies)
          .map((pair) => pair.join('='))
          .join('; ');
        const answer = await fetch(origin + path, {
          method: 'POST',
          body: path.startsWith('/api/login') ? new URLSearchParams(fields) : JSON.stringify(fields),
          redirect: 'manual',
          headers: {
            cookie,
            ...(!path.startsWith('/api/login') && { 'Content-Type': 'application/json' }),
            ...(userAgent && { 'User-Agent': userAgent }),
          },
        });
        for (const line of answer.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies[name] = value;
        }
      };
      await post('/api/login', { email });
      await post('/api/login/code', { code: await nextCode(email) });
      // Refused to people without beta access, who are not asked either.
      if (isAdult) await post('/api/users/profile/age', { isAdult });
      return cookies;
    },
    /** Signs in through the UI. The first person on a new server is the admin and has beta access. */
    async signIn(page, email) {
      await answerAge(page.context());
      await page.goto(`${origin}/api/login`);
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByLabel('Six-digit code').fill(await nextCode(email));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    },
    async stop() {
      await endProgram(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Collects a program's output. `printed` waits until `find` returns something truthy for it. */
export function listenTo(...streams) {
  let text = '';
  for (const stream of streams) stream.setEncoding('utf8').on('data', (more) => (text += more));
  return {
    printed: (find, what) =>
      new Promise((resolve, reject) => {
        const settle = (how) => {
          clearTimeout(timer);
          for (const stream of streams) stream.off('data', look);
          how();
        };
        const look = () => {
          const found = find(text);
          if (found) settle(() => resolve(found));
        };
        const timer = setTimeout(
          () => settle(() => reject(new Error(`Timed out waiting for ${what}. The program printed:\n${text}`))),
          WAIT_MS,
        );
        for (const stream of streams) stream.on('data', look);
        look();
      }),
  };
}

export async function endProgram(program) {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}
