import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll } from 'vitest';
import { prepareStatements } from '../../api/db/prepare-statements.ts';
import { migratedDump } from '../../api/testing/migrated-pglite.ts';
import { createTestApp, type TestApp, type TestPerson } from '../../api/testing/create-test-app.ts';
import type { Services } from '../../api/services.ts';
import { runCycle } from '../cycle.ts';
import { mutate, type MutateOptions } from '../outbox/mutate.ts';
import type { MutationName } from '../../api/contract/mutations.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { openHookedStore } from './open-test-store.ts';
import type { StoreHooks } from './store-hooks.ts';
import { testPorts } from './test-ports.ts';

/** The real API on in-process PGlite, and devices whose connections tests can break. */
export interface TestWorld {
  server: TestApp;
  /** The server's database. */
  client: PGlite;
  /** Creates a signed-in person with beta access. */
  person(email: string): Promise<TestPerson>;
  device(person: TestPerson, name?: string): Promise<TestDevice>;
}

export interface TestDevice {
  store: Store;
  hooks: StoreHooks;
  ports: Ports;
  connection: Connection;
  clock: { now: number };
  mutate<N extends MutationName>(name: N, options: MutateOptions<N>): ReturnType<typeof mutate>;
  sync(): ReturnType<typeof runCycle>;
  /** Restarts the app with the same stored data; everything in memory is lost. */
  restart(): Promise<TestDevice>;
  /** Another device with a copy of the store, like a new phone set up from the backup of an old one. */
  copied(name: string): Promise<TestDevice>;
}

/** The connection between a device and the server. */
export interface Connection {
  /** Sent requests, as method and path. */
  sent: string[];
  /** Answers in place of the server, throws to lose the request, or passes it on. */
  carry: (request: CarriedRequest, pass: (body?: string) => Promise<Response>) => Promise<Response>;
}

export interface CarriedRequest {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export const lost = (): never => {
  throw new TypeError('The request was lost');
};

/** A fake answer of the API. Refusals have a request id, as real ones do. */
export const answerWith = (status: number, body: object = { message: `Answer ${status}`, code: 'internal' }) =>
  Response.json(status < 400 ? body : { ...body, requestId: 'test' }, { status });

/** Creates a world that closes itself after the tests. Call it in a describe or at the top of a test file. */
export async function createTestWorld(settings: { serverRun?: Services['serverRun'] } = {}): Promise<TestWorld> {
  const client = prepareStatements(await PGlite.create({ loadDataDir: await migratedDump() }));
  const db = drizzle({ client });
  const server = await createTestApp({ db }, settings);
  afterAll(async () => {
    await server.close();
    await client.close();
  });
  return { server, client, person: (email) => server.signIn(email, { beta: true }), ...devicesOf(server) };
}

/** Creates devices on a server that the test has started. */
export function devicesOf(server: TestApp): Pick<TestWorld, 'device'> {
  let devices = 0;
  const open = async (person: TestPerson, name: string, connection: Connection, clock: { now: number }): Promise<TestDevice> => {
    const { store, hooks } = await openHookedStore(person.userId, name);
    const ports = testPorts({ clock, seed: (devices += 1), fetch: (request) => overConnection(connection, person, request) });
    return {
      store,
      hooks,
      ports,
      connection,
      clock,
      mutate: (call, options) => mutate(store, ports, call, options),
      sync: () => runCycle(store, ports),
      async restart() {
        store.close();
        return open(person, name, connection, clock);
      },
      async copied(to) {
        const copy = await open(person, to, directConnection(), { now: clock.now });
        for (const { name: table } of store.tables) await copy.store.table(table).bulkPut(await store.table(table).toArray());
        return copy;
      },
    };
  };
  return {
    device: (person, name = 'phone') => open(person, name, directConnection(), { now: server.clock.now.getTime() }),
  };
}

/** Sends a person's requests to the server, for a device that `devicesOf` did not create. */
export const fetchAs = (person: TestPerson) => (request: Request) => overConnection(directConnection(), person, request);

const directConnection = (): Connection => ({ sent: [], carry: (_request, pass) => pass() });

async function overConnection(connection: Connection, person: TestPerson, request: Request): Promise<Response> {
  const { pathname: path } = new URL(request.url);
  connection.sent.push(`${request.method} ${path}`);
  const headers = { ...Object.fromEntries(request.headers), origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
  const bytes = await request.arrayBuffer();
  const whole = new TextDecoder().decode(bytes);
  const pass = async (body?: string) =>
    person.send(path, { method: request.method, headers, ...(bytes.byteLength > 0 && { body: body ?? bytes }) });
  return connection.carry({ path, headers, body: whole }, pass);
}
