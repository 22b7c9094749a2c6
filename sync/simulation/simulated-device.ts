import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { TestPerson } from '../../api/testing/create-test-app.ts';
import type { DeviceFiles } from '../ports/device-files.ts';
import { unlockWork } from '../sign-out/unlock-work.ts';
import type { Ports } from '../ports/ports.ts';
import { recoverMedia } from '../media/recover-media.ts';
import { databaseName, Store } from '../store/store.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { hookInto, type StoreHooks } from '../testing/store-hooks.ts';
import { testPorts } from '../testing/test-ports.ts';
import type { BadConnection } from './bad-connection.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** A known bug of another engine, injected into this one from outside. The simulation must catch it. */
export interface Mistake {
  name: string;
  fetch?: (device: SimulatedDevice, request: Request, send: (request: Request) => Promise<Response>) => Promise<Response>;
  /** Called when the server committed an envelope and the answer was lost. */
  afterLostAnswer?: (device: SimulatedDevice, path: string, body: Uint8Array) => Promise<void>;
  afterRestart?: (device: SimulatedDevice) => Promise<void>;
}

/** A person's device: its store, its files, its clock and its connection to the server. */
export interface SimulatedDevice {
  name: string;
  owner: TestPerson;
  store: Store;
  hooks: StoreHooks;
  ports: Ports;
  clock: { now: number };
  /** The person signed in to the browser: the owner, someone else, or no one. */
  signedIn: Pick<TestPerson, 'send' | 'userId'>;
  /** Chooses the faults of requests; null for a good connection. */
  connection: BadConnection | null;
  /** Runs while an answer is in transit. */
  meanwhile: ((path: string) => Promise<void>) | null;
  /** Files of locked work. */
  lockedFiles: DeviceFiles;
  /** Whether the device holds locked work that is not unlocked yet. */
  isLocked: boolean;
  /** Resends an earlier request; its answer is ignored. */
  sendAgain(pick: number): Promise<void>;
  /** Forgets earlier requests, so that `sendAgain` cannot resend them. */
  forgetSent(): void;
  /** Restarts the app with the same stored data; everything in memory is lost. */
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
  /** Hears each request to the server, and the server's answer to it. */
  listener: RequestListener;
}

interface Exchange {
  device: SimulatedDevice;
  path: string;
  body: Uint8Array;
}

export interface RequestListener {
  /** Before the request leaves the device. */
  sends: (exchange: Exchange) => Promise<void>;
  /** Before a fault may change or drop the answer. */
  answered: (exchange: Exchange, response: Response) => Promise<void>;
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
  /** Requests sent from this device. `sendAgain` may resend any of them. */
  const left: Sent[] = [];
  const clock = { now: world.server.clock.now.getTime() };
  const ports = testPorts({
    clock,
    seed,
    fetch: async (request) => {
      const sent = await read(request);
      left.push(sent);
      await settings.listener.sends({ device, ...sent });
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
    connection: null,
    meanwhile: null,
    lockedFiles: memoryFiles(),
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
      if (device.isLocked && (await unlockWork(device.store, device.ports, device.lockedFiles))) device.isLocked = false;
      await recoverMedia(device.store, device.ports);
    },
    close: () => device.store.close(),
  };
  return device;
}

/** Allows one upload at a time: concurrent uploads would read real files in nondeterministic order. */
const oneUploadAtOnce =
  (lock: Ports['lock']): Ports['lock'] =>
  async (name, body, options) =>
    /^upload-slot-[^1]/.test(name) ? undefined : lock(name, body, options);

/** A recorded request that can be resent any number of times. */
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

/** Delivers a request and returns the answer. */
async function deliver({ note, listener }: DeviceSettings, device: SimulatedDevice, sent: Sent): Promise<Response> {
  const { method, path, headers, body } = sent;
  const response = await device.signedIn.send(path, { method, headers, ...(body.length > 0 && { body }) });
  note(`${method} ${path} ${response.status}`);
  await listener.answered({ device, path, body }, response);
  return response;
}

async function carry(settings: DeviceSettings, device: SimulatedDevice, sent: Sent): Promise<Response> {
  const { world, mistake, note } = settings;
  const fault = device.connection?.(sent.path, sent.body) ?? null;
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
      ? await fault.carry({
          pass,
          arriveLater,
          failAtStatement: world.failAtStatement,
          restartServer: world.server.restart,
          random: device.ports.random,
        })
      : await pass();
    await device.meanwhile?.(sent.path);
    return response;
  } finally {
    world.failAtStatement(null);
    if (fault?.afterCommit) await mistake?.afterLostAnswer?.(device, sent.path, sent.body);
  }
}
