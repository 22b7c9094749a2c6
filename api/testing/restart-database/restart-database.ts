import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../start-postgres.ts';
import { startReplicas } from './replicas.ts';
import { emptyTally, startWriter, type Tally, type Writer } from './writer.ts';

export interface RestartPlan {
  restarts: number;
  /** Length of the one long stop, after all restarts. */
  stopMs: number;
  writers: number;
}

export interface RestartOutcome {
  exits: string[];
  tally: Tally;
  /** The longest time from 'the database accepts connections' until every writer had another round confirmed. */
  slowestRecoveryMs: number;
  confirmed: number;
  /** Confirmed changes that are missing in the database, and rows that no confirmed change created. */
  lost: string[];
  /** Whether a change on each replica reached an event stream on the other one afterwards. */
  pokesArrive: boolean;
}

/**
 * Restarts PostgreSQL under two replicas and their writers, alternating between a fast shutdown and a simulated crash.
 * Stops it once for longer, then compares the confirmed changes with the database.
 */
export async function restartDatabase(
  { restarts, stopMs, writers: count }: RestartPlan,
  say: (line: string) => void,
): Promise<RestartOutcome> {
  const postgres = await startPostgres({ keepsCommits: true });
  const emails = Array.from({ length: count }, (_, number) => `writer${number}@example.org`);
  const replicas = await startReplicas(postgres.url, emails);
  const tally = emptyTally();
  const writers: Writer[] = [];
  let slowestRecoveryMs = 0;
  try {
    const people = [];
    for (const email of emails) people.push(await replicas.signIn(email));
    for (const { person, userId } of people) writers.push(startWriter(person, userId, tally));
    const everyoneWrites = () => Promise.all(writers.map((writer) => writer.nextRound()));
    await everyoneWrites();

    for (let round = 1; round <= restarts + 1; round += 1) {
      const isLong = round > restarts;
      const mode = round % 2 === 1 ? 'fast' : 'immediate';
      await postgres.halt(mode);
      if (isLong) await wait(stopMs);
      await postgres.resume();
      const began = performance.now();
      await everyoneWrites();
      const recoveryMs = performance.now() - began;
      slowestRecoveryMs = Math.max(slowestRecoveryMs, recoveryMs);
      const what = isLong ? `stopped for ${stopMs / 1000} s` : `restart ${round} (${mode})`;
      say(`${what}: all write again after ${Math.round(recoveryMs)} ms; ${replicas.exits.length} exits so far`);
      // Load between restarts, so that the next one hits every connection in use.
      await everyoneWrites();
    }
    const pokesArrive = await pokeArrives(replicas.ports, people[0]!, writers[0]!);
    await Promise.all(writers.map((writer) => writer.stop()));
    const { lost, confirmed } = await compare(postgres.url, writers);
    return { exits: replicas.exits, tally, slowestRecoveryMs, confirmed, lost, pokesArrive };
  } finally {
    await Promise.all(writers.map((writer) => writer.stop()));
    await replicas.stop();
    await postgres.stop();
  }
}

async function pokeArrives(
  ports: readonly number[],
  { person }: { person: { cookies: Map<string, string> } },
  writer: Writer,
): Promise<boolean> {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  // The writer's requests alternate between the replicas, so each stream receives a poke from the other within two
  // rounds.
  const heard = ports.map(async (port) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { cookie } });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!/^data:.*own:/m.test(text)) {
      const { done, value } = await reader.read();
      if (done) return false;
      text += value;
    }
    await reader.cancel();
    return true;
  });
  await writer.nextRound();
  return (await Promise.all(heard)).every(Boolean);
}

async function compare(url: string, writers: readonly Writer[]): Promise<{ lost: string[]; confirmed: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string; name: string }>('select id, name from dogs');
  await client.end();
  const held = new Map(rows.map(({ id, name }) => [id, name]));
  const lost: string[] = [];
  for (const { confirmed, counter } of writers) {
    for (const id of confirmed) if (!held.delete(id)) lost.push(`dog ${id} is missing`);
    if (held.get(counter.id) !== `round ${counter.round}`) lost.push(`'${held.get(counter.id)}' instead of 'round ${counter.round}'`);
    held.delete(counter.id);
  }
  for (const id of held.keys()) lost.push(`dog ${id} was never confirmed`);
  return { lost, confirmed: writers.reduce((sum, { confirmed, counter }) => sum + confirmed.size + counter.round + 1, 0) };
}
