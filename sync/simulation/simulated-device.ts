import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { TestPerson } from '../../api/testing/create-test-app.ts';
import type { DeviceFiles } from '../device-files.ts';
import { unlockKept } from '../unlock-kept.ts';
import type { Ports } from '../ports.ts';
import { recoverMedia } from '../recover-media.ts';
import { databaseName, Store } from '../store.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { hookInto, type StoreHooks } from '../testing/store-hooks.ts';
import { testPorts } from '../testing/test-ports.ts';
import type { BadLine } from './bad-line.ts';
import type { Mistake } from './mistakes.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** A device of one person: its store, its files, its clock and its line to the server. */
export interface SimulatedDevice {
  name: string;
  owner: TestPerson;
  store: Store;
  hooks: StoreHooks;
  ports: Ports;
  clock: { now: number };
  /** Whose cookies the browser holds: somebody else may have signed in on it, or nobody. */
  signedIn: Pick<TestPerson, 'send' | 'userId'>;
  /** What befalls requests; null while all is well. */
  line: BadLine | null;
  /** What else goes on while an answer is on its way. */
  meanwhile: ((path: string) => Promise<void>) | null;
  /** Files of locked work. */
  keptFiles: DeviceFiles;
  /** Work is locked on it that its person has not got back yet. */
  isLocked: boolean;
  /** A request that left some time ago reaches the server once more; nobody waits for the answer. */
  sendAgain(pick: number): Promise<void>;
  /** Nothing that left so far reaches the server any more. */
  forgetSent(): void;
  /** The app ends and starts again: the same data, all else anew. */
  restart(): Promise<void>;
  close(): void;
}

export interface DeviceSettings {
  name: string;
  owner: TestPerson;
  seed: number;
  world: SimulatedWorld;
  note: (words: string) => void;
  mistake: Mistake | null;
}

export async function openSimulatedDevice(settings: DeviceSettings): Promise<SimulatedDevice> {
  const { name, owner, seed, world, mistake } = settings;
  const indexedDB = new IDBFactory();
  const open = async () => {
    const store = new Store(owner.userId, { name: databaseName(owner.userId), indexedDB, IDBKeyRange });
    const hooks = hookInto(store);
    await store.open();
    return { store, hooks };
  };
  /** What left this device, and may arrive any number of times more. */
  const left: Sent[] = [];
  const clock = { now: world.server.clock.now.getTime() };
  const ports = testPorts({
    clock,
    seed,
    fetch: async (request) => {
      const sent = await read(request);
      left.push(sent);
      if (!mistake?.fetch) return carry(settings, device, sent);
      return mistake.fetch(device, asRequest(sent), async (changed) => carry(settings, device, await read(changed)));
    },
  });
  const device: SimulatedDevice = {
    name,
    owner,
    ...(await open()),
    ports: { ...ports, lock: oneUploadAtOnce(ports.lock), files: memoryFiles() },
    clock,
    signedIn: owner,
    line: null,
    meanwhile: null,
    keptFiles: memoryFiles(),
    isLocked: false,
    async sendAgain(pick) {
      const request = left[pick % Math.max(1, left.length)];
      if (request) await deliver(settings, device, request);
    },
    forgetSent: () => void left.splice(0),
    async restart() {
      device.store.close();
      Object.assign(device, await open());
      await mistake?.afterRestart?.(device);
      if (device.isLocked && (await unlockKept(device.store, device.ports, device.keptFiles))) device.isLocked = false;
      await recoverMedia(device.store, device.ports);
    },
    close: () => device.store.close(),
  };
  return device;
}

/** Two uploads at once read real files in no certain order. */
const oneUploadAtOnce =
  (lock: Ports['lock']): Ports['lock'] =>
  async (name, body, options) =>
    /^upload-slot-[^1]/.test(name) ? undefined : lock(name, body, options);

/** A request as it left, which can be sent any number of times. */
interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

async function read(request: Request): Promise<Sent> {
  const headers = { ...Object.fromEntries(request.headers), origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' };
  return { method: request.method, path: new URL(request.url).pathname, headers, body: new Uint8Array(await request.arrayBuffer()) };
}

const asRequest = ({ method, path, headers, body }: Sent) =>
  new Request(`http://localhost:3000${path}`, { method, headers, ...(body.length > 0 && { body }) });

/** Reaches the server, and is answered. */
async function deliver({ note }: DeviceSettings, { signedIn }: SimulatedDevice, { method, path, headers, body }: Sent): Promise<Response> {
  const response = await signedIn.send(path, { method, headers, ...(body.length > 0 && { body }) });
  note(`${method} ${path} ${response.status}`);
  return response;
}

async function carry(settings: DeviceSettings, device: SimulatedDevice, sent: Sent): Promise<Response> {
  const { world, mistake, note } = settings;
  const fault = device.line?.(sent.path, sent.body) ?? null;
  const pass = () => deliver(settings, device, sent);
  const arriveLater = () =>
    void world.late.push(async () => {
      world.count('late request arrived');
      await pass();
    });
  if (fault) {
    world.count(fault.name);
    note(fault.name);
  }
  try {
    const response = fault
      ? await fault.carry({ pass, arriveLater, failAtStatement: world.failAtStatement, restartServer: world.server.restart, random: device.ports.random })
      : await pass();
    await device.meanwhile?.(sent.path);
    return response;
  } finally {
    world.failAtStatement(null);
    if (fault?.afterCommit) await mistake?.afterLostAnswer?.(device, sent.path, sent.body);
  }
}
