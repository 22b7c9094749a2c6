import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { TestPerson } from '../../api/testing/create-test-app.ts';
import type { Ports } from '../ports.ts';
import { databaseName, Store } from '../store.ts';
import { hookInto, type StoreHooks } from '../testing/store-hooks.ts';
import { testPorts } from '../testing/test-ports.ts';
import type { BadLine } from './bad-line.ts';
import type { Mistake } from './mistakes.ts';

/** A device of one person: its store, its clock and its line to the server. */
export interface SimulatedDevice {
  name: string;
  owner: TestPerson;
  store: Store;
  hooks: StoreHooks;
  ports: Ports;
  clock: { now: number };
  /** Whose cookies the browser holds: somebody else may have signed in on it. */
  signedIn: TestPerson;
  /** What befalls requests; null while all is well. */
  line: BadLine | null;
  /** A request that left some time ago reaches the server once more; nobody waits for the answer. */
  sendAgain(pick: number): Promise<void>;
  /** The app ends and starts again: the same data, all else anew. */
  restart(): Promise<void>;
  close(): void;
}

export interface DeviceSettings {
  name: string;
  owner: TestPerson;
  seed: number;
  startedAt: number;
  note: (words: string) => void;
  mistake: Mistake | null;
}

export async function openSimulatedDevice({ name, owner, seed, startedAt, note, mistake }: DeviceSettings): Promise<SimulatedDevice> {
  const indexedDB = new IDBFactory();
  const open = async () => {
    const store = new Store(owner.userId, { name: databaseName(owner.userId), indexedDB, IDBKeyRange });
    const hooks = hookInto(store);
    await store.open();
    return { store, hooks };
  };
  const left: Request[] = [];
  const clock = { now: startedAt };
  const ports = testPorts({
    clock,
    seed,
    fetch: async (request) => {
      left.push(request.clone());
      const send = (sent: Request) => carry(device, sent, note, mistake);
      return mistake?.fetch ? mistake.fetch(device, request, send) : send(request);
    },
  });
  const device: SimulatedDevice = {
    name,
    owner,
    ...(await open()),
    ports,
    clock,
    signedIn: owner,
    line: null,
    async sendAgain(pick) {
      const request = left[pick % Math.max(1, left.length)];
      if (request) await carry(device, request.clone(), note, null);
    },
    async restart() {
      device.store.close();
      Object.assign(device, await open());
      await mistake?.afterRestart?.(device);
    },
    close: () => device.store.close(),
  };
  return device;
}

async function carry(device: SimulatedDevice, request: Request, note: (words: string) => void, mistake: Mistake | null): Promise<Response> {
  const { pathname: path } = new URL(request.url);
  const headers = { ...Object.fromEntries(request.headers), origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
  const body = await request.text();
  const pass = () => device.signedIn.send(path, { method: request.method, headers, ...(body && { body }) });
  const fault = device.line?.(path) ?? null;
  try {
    const response = fault ? await fault.carry(pass) : await pass();
    note(`${request.method} ${path} ${response.status}${fault ? `, ${fault.name}` : ''}`);
    return response;
  } catch (error) {
    note(`${request.method} ${path} no answer, ${fault?.name ?? ''}`);
    throw error;
  } finally {
    if (fault?.afterCommit) await mistake?.afterLostAnswer?.(device, body);
  }
}
