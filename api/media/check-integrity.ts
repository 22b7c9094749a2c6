import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readAgeGate } from '../age-gate.ts';
import type { Database } from '../db/database.ts';
import { type Settings, SettingsError } from '../env.ts';
import { createLog } from '../log.ts';
import { operatorCommand } from '../operator-command.ts';
import { adoptMediaStore, bindMediaStore } from './maintenance/bind-store.ts';
import { checkObjects, findWithoutRow } from './maintenance/integrity.ts';
import { openMediaStore } from './media.ts';
import type { MediaStore } from './store/media-store.ts';
import { mayBeReclaimed, pathOf, reclaimSetAside, setAside, type UnknownFile } from './maintenance/set-aside.ts';

/**
 * `npm run check-media`: prints one line for every missing or altered object and for every file without a row, and
 * exits with 1 if there are any. With the embedded database, stop the server first.
 *
 * Actions for the operator, one at a time, after `--`:
 * `--bind` declares that this database and this media store belong together,
 * `--set-aside` sets aside all files without a row, regardless of their number,
 * `--reclaim` deletes those that were set aside 30 days ago or more.
 */
await operatorCommand(async (db, settings) => {
  const act = readAct(process.argv.slice(2));
  const store = await openMediaStore({ env: settings, db });
  const bound = { db, store, env: settings, newId: () => randomUUID() };
  if (act === 'bind') {
    await adoptMediaStore(bound);
    print('The database and the media store now belong together.');
    return 0;
  }
  await bindMediaStore(bound);
  if (act === 'set-aside') return setAllAside(db, store);
  if (act === 'reclaim') return reclaimAll(db, store, settings);
  return check(db, store);
});

type Act = 'bind' | 'set-aside' | 'reclaim' | null;

function readAct(words: string[]): Act {
  const options = { bind: { type: 'boolean' }, 'set-aside': { type: 'boolean' }, reclaim: { type: 'boolean' } } as const;
  try {
    const acts = Object.keys(parseArgs({ args: words, options }).values) as Exclude<Act, null>[];
    if (acts.length <= 1) return acts[0] ?? null;
  } catch {
    // The error below reports unknown options too.
  }
  throw new SettingsError('check-media takes one of --bind, --set-aside and --reclaim, or nothing.');
}

async function check(db: Database, store: MediaStore): Promise<0 | 1> {
  let findings = 0;
  const tell = (line: string) => {
    findings += 1;
    print(line);
  };
  for await (const { problem, path } of checkObjects(db, store)) tell(`${problem} ${path}`);
  const { orphaned, setAside: aside, isMoreThanFew } = await findWithoutRow(db, store);
  for (const file of orphaned) tell(`orphaned ${pathOf(file)}`);
  const now = new Date();
  for (const file of aside) {
    const may = mayBeReclaimed(file, now) ? ', may be reclaimed' : '';
    tell(`set aside ${pathOf(file)} on ${file.since.toISOString().slice(0, 10)}${may}`);
  }
  print(findings === 0 ? 'Every object is intact.' : `${findings} found.`);
  if (isMoreThanFew) {
    print(
      `The sweep of media has stopped: ${orphaned.length} files have no row. Use the right database, or set them aside with --set-aside.`,
    );
  }
  return findings === 0 ? 0 : 1;
}

async function setAllAside(db: Database, store: MediaStore): Promise<0> {
  const { orphaned } = await findWithoutRow(db, store);
  for (const file of orphaned) await setAside(store, file);
  print(`${filesIn(orphaned)} set aside.`);
  return 0;
}

async function reclaimAll(db: Database, store: MediaStore, settings: Settings): Promise<0 | 1> {
  const agesUntil = await readAgeGate({ db, now: () => new Date(), log: createLog(settings) });
  if (agesUntil === null) {
    print('Nothing was deleted: a backup was restored less than 30 days ago, or the clock has not been steady for a day. Try again later.');
    return 1;
  }
  const reclaimed: UnknownFile[] = [];
  for await (const file of reclaimSetAside(db, store, agesUntil)) {
    reclaimed.push(file);
    print(`deleted ${pathOf(file)}`);
  }
  print(`${filesIn(reclaimed)} deleted.`);
  return 0;
}

function filesIn({ length }: readonly unknown[]): string {
  return length === 1 ? '1 file' : `${length} files`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
