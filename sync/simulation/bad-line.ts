import { seededRandom } from '../testing/test-ports.ts';
import { answerWith, type Line, lost } from '../testing/test-world.ts';

/** A line on which each request may be lost, answered twice, answered by somebody else, or lose its answer. */
export function badLine(seed: number, note: (fault: string) => void): Line['carry'] {
  const random = seededRandom(seed);
  const faults: [string, (pass: () => Promise<Response>) => Promise<Response>][] = [
    ['request lost', async () => lost()],
    ['answer lost after the commit', async (pass) => pass().then(lost)],
    ['sent twice', async (pass) => pass().then(() => pass())],
    ['signed out', async () => answerWith(401, { message: 'Please sign in', code: 'unauthenticated' })],
    ['server busy', async () => answerWith(503)],
    ['answer replaced by 500 after the commit', async (pass) => pass().then(() => answerWith(500))],
    ['asked to slow down', async () => answerWith(429, { message: 'Slowly', code: 'rate_limited' })],
    ['captive portal', async () => new Response('<h1>Wi-Fi</h1>')],
    ['unknown refusal', async () => answerWith(418 + 33, { message: 'No', code: 'legal' })],
    ['half an answer', async (pass) => pass().then(async (response) => new Response((await response.text()).slice(0, 40)))],
  ];
  return (request, pass) => {
    const [name, carry] = faults[Math.floor(random() * faults.length * 2)] ?? [];
    if (!carry || !name) return pass();
    note(`${request.path}: ${name}`);
    return carry(pass);
  };
}
