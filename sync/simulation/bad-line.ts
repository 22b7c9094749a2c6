import { seededRandom } from '../testing/test-ports.ts';

/** What befalls one request. */
export interface Fault {
  name: string;
  /** The server has done its part, and the device does not learn of it. */
  afterCommit?: true;
  carry: (pass: () => Promise<Response>) => Promise<Response>;
}

/** Chooses what befalls the next request; null for nothing. */
export type BadLine = (path: string) => Fault | null;

const lost = (): never => {
  throw new TypeError('The request was lost');
};

/** An answer of the API, made up. */
const answer = (status: number, code: string) => async () => Response.json({ message: `Answer ${status}`, code }, { status });

const FAULTS: readonly Fault[] = [
  { name: 'request lost', carry: async () => lost() },
  { name: 'answer lost', afterCommit: true, carry: async (pass) => pass().then(lost) },
  { name: 'sent twice', carry: async (pass) => pass().then(() => pass()) },
  { name: 'session ended', carry: answer(401, 'unauthenticated') },
  { name: 'beta access taken', carry: answer(403, 'beta_required') },
  { name: 'server busy', carry: answer(503, 'internal') },
  { name: 'answer replaced by 500', afterCommit: true, carry: async (pass) => pass().then(answer(500, 'internal')) },
  { name: 'asked to slow down', carry: answer(429, 'rate_limited') },
  { name: 'captive portal', carry: async () => new Response('<h1>Wi-Fi</h1>') },
  { name: 'unknown refusal', carry: answer(451, 'legal') },
  { name: 'asked to upgrade', carry: answer(426, 'upgrade_required') },
  {
    name: 'half an answer',
    afterCommit: true,
    carry: async (pass) => pass().then(async (response) => new Response((await response.text()).slice(0, 40))),
  },
];

/** A line on which every other request meets a fault. */
export function badLine(seed: number): BadLine {
  const random = seededRandom(seed);
  return () => FAULTS[Math.floor(random() * FAULTS.length * 2)] ?? null;
}
