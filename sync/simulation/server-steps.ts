import { feedName } from '../../api/contract/sync-protocol.ts';
import { restoreBackup, takeBackup } from './backup.ts';
import { copyOf, wentBack } from './model/reference-model.ts';
import type { Step } from './step.ts';
import { toldDirectly } from './tell-model.ts';

async function partnersOf({ client }: Step['world']): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`select id from friendships where status = 'accepted' order by id`);
  return rows.map(({ id }) => id).join(' ');
}

async function ownHeads({ client, anna, ben }: Step['world']): Promise<number[]> {
  const heads: number[] = [];
  for (const { userId } of [anna, ben]) {
    const { rows } = await client.query<{ head: number }>('select head::float8 as head from feeds where name = $1', [
      feedName('own', userId),
    ]);
    heads.push(rows[0]?.head ?? 0);
  }
  return heads;
}

/** Assigns every feed a new epoch, a valid version 4 UUID. @param isKnown whether the backup's age is recorded */
const giveNewEpochs = ({ client }: Step['world'], salt: string, isKnown: boolean) =>
  client.query(
    `update feeds set epoch = overlay(overlay(md5(name || $1) placing '4' from 13) placing '8' from 17)::uuid, forks = '{}',
      shared_until = case when $2 then (select max(at) from feed_entries) end`,
    [salt, isKnown],
  );

/** Adds sessions unknown to the devices, until positions alone no longer reveal that the server went back. */
async function fillTheGap({ world, model }: Pick<Step, 'world' | 'model'>, heads: readonly number[]): Promise<void> {
  for (const [place, person] of [world.anna, world.ben].entries()) {
    while ((await ownHeads(world))[place]! < heads[place]!) {
      const { status, body } = await person.call<{ id: string }>('POST', '/api/videos', { title: 'Filler' });
      // Without beta access the person cannot write.
      if (status !== 201) return;
      toldDirectly(model, 'videos.create', person.userId, body.id, { title: 'Filler' });
    }
  }
  world.count('gap filled');
}

/** Backups of the server and their restores. */
export const BACKUP_STEPS = {
  async 'a backup is taken'({ world, history, model }) {
    history.backup = await takeBackup(world.client);
    history.modelled = copyOf(model.state);
  },
  // In half of the cases the operator marks the restore.
  async 'the server is restored from a backup'({ world, history, promised, model, seed }) {
    const before = await partnersOf(world);
    const heads = await ownHeads(world);
    await restoreBackup(world.client, history.backup);
    wentBack(model, history.modelled);
    await world.startRun();
    if ((await partnersOf(world)) !== before) promised.parted = true;
    promised.restored = true;
    const [isSilent, chance] = [seed % 4 > 1, seed % 2 === 1];
    world.count(isSilent ? 'server went back' : 'backup restored');
    if (!isSilent) await giveNewEpochs(world, `${seed}`, chance);
    else if (chance) await fillTheGap({ world, model }, heads);
  },
} satisfies Record<string, (step: Step) => Promise<unknown>>;

/** Restarts the API on the same database. */
export async function restartServer({ world }: Step): Promise<void> {
  world.count('server restart');
  await world.startRun();
  await world.server.restart();
}
