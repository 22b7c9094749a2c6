import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../../../api/testing/free-port.ts';
import type { EngineSession } from './engine-session.ts';
import { startSession } from './webdriver.ts';

const READY_MS = 30_000;
const LOOK_AGAIN_MS = 50;

/** Renders in software and without the sandbox, which containers do not allow. It opens only our own pages. */
const IN_A_CONTAINER = {
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
  NO_AT_BRIDGE: '1',
};

export interface WebKit {
  /** Opens a private window, which stores nothing on disk: WebKit's driver has no other kind. */
  open: (features?: readonly string[]) => Promise<EngineSession>;
  close: () => Promise<void>;
}

/** Starts WebKitGTK's MiniBrowser with its driver, on a virtual screen. */
export async function startWebKit(): Promise<WebKit> {
  const home = await mkdtemp(join(tmpdir(), 'longline-webkit-'));
  const started: ChildProcess[] = [];
  const close = async () => {
    for (const program of started.toReversed()) await end(program);
    await rm(home, { recursive: true, force: true });
  };
  try {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    started.push(screen);
    const display = await displayOf(screen);
    const port = await freePort();
    const env = { PATH: process.env['PATH'], HOME: home, DISPLAY: `:${display}`, LANG: 'en_GB.UTF-8', ...IN_A_CONTAINER };
    started.push(spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }));
    const origin = `http://127.0.0.1:${port}`;
    await answers(`${origin}/status`);
    const open: WebKit['open'] = (features = []) => {
      const args = ['--automation', ...(features.length > 0 ? [`--features=${features.map((name) => `+${name}`).join(',')}`] : [])];
      return startSession(origin, { 'webkitgtk:browserOptions': { args } });
    };
    return { open, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The display number that Xvfb chose. */
async function displayOf(screen: ChildProcess): Promise<string> {
  const number = once((screen.stdio[3] as Readable).setEncoding('utf8'), 'data') as Promise<[string]>;
  const ended = once(screen, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended with ${code}`)));
  // Avoid an unhandled rejection when the screen ends after the tests.
  ended.catch(() => {});
  const [text] = await Promise.race([number, ended]);
  return text.trim();
}

async function answers(url: string): Promise<void> {
  const endsAt = Date.now() + READY_MS;
  while (
    !(await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (Date.now() > endsAt) throw new Error(`Nothing answers at ${url}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}
