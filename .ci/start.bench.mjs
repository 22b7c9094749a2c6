import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';
import { ROOT } from './run-program.mjs';

export const what =
  'seconds from the command to the first answer and the memory of the server, on an empty data folder and again on the same one';

const AGAIN = 5;
const FIRST_GOAL_S = 4;
const GOAL_S = 2;
const PEAK_GOAL_MB = 350;
const IDLE_GOAL_MB = 250;
const UNTIL_IDLE_MS = 3_000;

export async function measure() {
  const dataDir = mkdtempSync(join(tmpdir(), 'longline-start-'));
  try {
    const first = await measureStart(dataDir);
    const again = [];
    for (let turn = 0; turn < AGAIN; turn += 1) again.push(await measureStart(dataDir));
    const seconds = again.map((start) => start.seconds).toSorted((a, b) => a - b);
    const most = (of) => Math.max(...[first, ...again].map((start) => start[of]));
    return [
      row('first start, s', first.seconds, FIRST_GOAL_S),
      row(`later start (median of ${AGAIN}), s`, seconds[Math.floor(AGAIN / 2)], GOAL_S),
      row('later start (slowest), s', seconds.at(-1), GOAL_S),
      // Linux only.
      row('peak of all starts, MB', most('peak'), PEAK_GOAL_MB),
      row('idle, most of all starts, MB', most('idle'), IDLE_GOAL_MB),
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const row = (what, measured, goal) => ({ what, measured: Math.round(measured * 100) / 100, goal, met: measured <= goal });

async function measureStart(dataDir) {
  const port = await freePort();
  const began = performance.now();
  const server = spawn(process.execPath, ['.ci/start.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  let said = '';
  await new Promise((ready, failed) => {
    server.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (said.includes('is ready at')) ready();
    });
    void ended.then(() => failed(new Error(`The server ended before it was ready:\n${said}`)));
  });
  const answer = await fetch(`http://127.0.0.1:${port}/api/ready`);
  const seconds = (performance.now() - began) / 1_000;
  await new Promise((idle) => setTimeout(idle, UNTIL_IDLE_MS));
  const [peak, idle] = ['VmHWM', 'VmRSS'].map((field) => megabytes(server.pid, field));
  server.kill('SIGTERM');
  await ended;
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return { seconds, peak, idle };
}

function megabytes(pid, field) {
  if (process.platform !== 'linux') return NaN;
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}
