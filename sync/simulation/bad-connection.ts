import { seededRandom } from '../testing/test-ports.ts';

/** One request in transit, and what a fault can do to it and to the server. */
export interface Way {
  /** Delivers the request and returns the answer. */
  pass: () => Promise<Response>;
  /** Delivers the request at a later time; its answer is dropped. */
  arriveLater: () => void;
  /** Makes the server's database fail at its nth statement from now, possibly inside a transaction. */
  failAtStatement: (nth: number) => void;
  /** Restarts the server; its in-memory state is lost. */
  restartServer: () => Promise<void>;
  /** From 0 up to, not including, 1. */
  random: () => number;
}

/** A fault that affects one request. */
export interface Fault {
  name: string;
  /**
   * Applies to calls of the sync protocol only. A server that ends while receiving a file leaves a lease, which takes
   * real time to expire.
   */
  ofRecords?: true;
  /** The server has processed the request, but the device doesn't know. */
  afterCommit?: true;
  carry: (way: Way) => Promise<Response>;
}

/** Chooses the fault for the next request; null for none. */
export type BadConnection = (path: string, body: Uint8Array) => Fault | null;

const CALLS_OF_RECORDS = ['/api/batch', '/api/sync'];

const lost = (): never => {
  throw new TypeError('The request was lost');
};

/** A fake answer of the API. */
const answer = (status: number, code: string) => async () =>
  Response.json({ message: `Answer ${status}`, code, requestId: 'simulated' }, { status });

const upToStatement = (random: () => number) => 1 + Math.floor(random() * 16);

export const FAULTS: readonly Fault[] = [
  { name: 'request lost', carry: async () => lost() },
  {
    name: 'request late',
    async carry({ arriveLater }) {
      arriveLater();
      return lost();
    },
  },
  { name: 'answer lost', afterCommit: true, carry: async ({ pass }) => pass().then(lost) },
  { name: 'sent twice', carry: async ({ pass }) => pass().then(pass) },
  { name: 'sign-in ended', carry: answer(401, 'unauthenticated') },
  { name: 'beta access denied', carry: answer(403, 'beta_required') },
  { name: 'server busy', carry: answer(503, 'internal') },
  { name: 'answer replaced by 500', afterCommit: true, carry: async ({ pass }) => pass().then(answer(500, 'internal')) },
  { name: 'asked to slow down', carry: answer(429, 'rate_limited') },
  { name: 'captive portal', carry: async () => new Response('<h1>Wi-Fi</h1>') },
  { name: 'unknown refusal', carry: answer(451, 'legal') },
  { name: 'asked to upgrade', carry: answer(426, 'upgrade_required') },
  {
    name: 'half an answer',
    afterCommit: true,
    carry: async ({ pass }) => pass().then(async (response) => new Response((await response.text()).slice(0, 40))),
  },
  {
    name: 'database fails in mid-request',
    ofRecords: true,
    async carry({ pass, failAtStatement, random }) {
      failAtStatement(upToStatement(random));
      return pass();
    },
  },
  {
    name: 'server ends in mid-request',
    ofRecords: true,
    async carry({ pass, failAtStatement, restartServer, random }) {
      failAtStatement(upToStatement(random));
      await pass();
      await restartServer();
      return lost();
    },
  },
];

/** A connection on which about every other request meets a fault. */
export function badConnection(seed: number): BadConnection {
  const random = seededRandom(seed);
  return (path) => {
    const fault = FAULTS[Math.floor(random() * FAULTS.length * 2)];
    return fault && (!fault.ofRecords || CALLS_OF_RECORDS.includes(path)) ? fault : null;
  };
}

const REFUSALS: readonly Fault['carry'][] = [
  async () => lost(),
  async () => new Response('<h1>Blocked</h1>', { status: 403 }),
  async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
  async () => new Response('<h1>Blocked</h1>'),
  async () => Response.json({ message: 'Blocked', code: 'forbidden' }, { status: 403 }),
  answer(500, 'internal'),
];

/** A connection with a firewall that blocks every request containing this word; the seed decides how. */
export function firewall(word: string, seed: number): BadConnection {
  const carry = REFUSALS[seed % REFUSALS.length];
  return (_path, body) => (carry && new TextDecoder().decode(body).includes(word) ? { name: 'firewall refuses a word', carry } : null);
}

/** A connection on which only the next request to this path meets the fault. */
export function faultOnce(name: string, path: string): BadConnection {
  let met = false;
  return (sent) => {
    if (met || sent !== path) return null;
    met = true;
    return FAULTS.find((fault) => fault.name === name) ?? null;
  };
}
