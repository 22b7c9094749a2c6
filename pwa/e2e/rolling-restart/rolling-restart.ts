import { freePort } from '../../../api/testing/free-port.ts';
import { startReplicas } from '../../../api/testing/restart-database/replicas.ts';
import { emptyTally, startWriter } from '../../../api/testing/restart-database/writer.ts';
import { startPostgres } from '../../../api/testing/start-postgres.ts';
import { startNginx } from '../harness/nginx.ts';
import { startListener } from './listener.ts';
import { startUploader } from './uploader.ts';

export interface RollingPlan {
  /** How often each of the two replicas is restarted. */
  rounds: number;
  writers: number;
  uploaders: number;
  /** Whether nginx keeps its connections to the replicas open, which it does not by default. */
  keepsConnections: boolean;
}

export interface RollingOutcome {
  /** Requests that nginx answered. */
  requests: number;
  /** Requests that got no success on the first attempt, one line each. */
  failed: string[];
  /** Processes that ended on their own. */
  exits: string[];
  envelopes: number;
  films: number;
  endedStreams: number;
}

/** Restarts two replicas behind nginx one after the other, while people write, upload and listen. */
export async function rollingRestart(plan: RollingPlan, say: (line: string) => void): Promise<RollingOutcome> {
  const postgres = await startPostgres();
  const names = Array.from({ length: Math.max(plan.writers, plan.uploaders) }, (_, number) => `person${number}@example.org`);
  const seen: (() => Promise<{ status: number }[]>)[] = [];
  const replicas = await startReplicas(postgres.url, names, async (ports) => {
    const nginx = await startBalancer(ports, plan.keepsConnections);
    seen.push(nginx.requests);
    return { port: nginx.port, close: nginx.stop };
  });
  const tally = emptyTally();
  const failed: string[] = [];
  const load: { stop(): Promise<void> }[] = [];
  try {
    const people = [];
    for (const name of names) people.push(await replicas.signIn(name));
    const writers = people.slice(0, plan.writers).map(({ person, userId }) => startWriter(person, userId, tally));
    const uploaders = people.slice(0, plan.uploaders).map(({ person, userId }) => startUploader(person, userId, replicas.origin, failed));
    const listeners = people.map(({ person }) => startListener(person, failed));
    load.push(...writers, ...uploaders, ...listeners);
    for (let round = 1; round <= plan.rounds; round += 1) {
      for (const port of replicas.ports) {
        await replicas.restart(port);
        await Promise.all(writers.map((writer) => writer.nextRound()));
      }
      say(`round ${round}: ${failed.length + tally.away + tally.unanswered + tally.unexpected.length} failed requests so far`);
    }
    await Promise.all([...writers, ...uploaders].map((one) => one.stop()));
    const requests = (await seen[0]!()).length;
    const endedStreams = listeners.reduce((sum, { ended }) => sum + ended, 0);
    await Promise.all(listeners.map((listener) => listener.stop()));
    const lost = [`${tally.away} envelopes answered 503`, `${tally.unanswered} envelopes without an answer`].filter(
      (line) => !line.startsWith('0 '),
    );
    return {
      requests,
      failed: [...failed, ...tally.unexpected, ...lost],
      exits: replicas.exits,
      envelopes: tally.rounds,
      films: uploaders.reduce((sum, { films }) => sum + films, 0),
      endedStreams,
    };
  } finally {
    await Promise.all(load.map((one) => one.stop()));
    await replicas.stop();
    await postgres.stop();
  }
}

async function startBalancer(ports: readonly number[], keepsConnections: boolean) {
  const port = await freePort();
  // By default nginx avoids a replica for ten seconds after it refused a connection, also once it is back.
  const servers = ports.map((replica) => `server 127.0.0.1:${replica} max_fails=0;`).join(' ');
  const nginx = await startNginx({
    port,
    upstream: 'replicas',
    settings: `upstream replicas { ${servers} ${keepsConnections ? 'keepalive 32;' : ''} }`,
    // A process that stops listening resets the connections that the system has accepted for it. Longline's requests
    // may be repeated (docs/decisions/0140).
    location: `proxy_next_upstream error timeout non_idempotent; ${keepsConnections ? 'proxy_http_version 1.1; proxy_set_header Connection "";' : ''}`,
  });
  return { ...nginx, port };
}
