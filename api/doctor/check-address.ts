import type { Env } from '../env.ts';
import { checkHttps } from './check-https.ts';
import { type Asked, askUrl, NoAnswer } from './ask-url.ts';
import { PROBE_HEADER } from './probe-key.ts';
import { type Probed, type ProbedBody, STREAM_PAUSE_MS } from './probe-routes.ts';

const MEGABYTE = 1_000_000;
/** Cloudflare's free plan, among others, stops at 100 MB. */
const SIZES_MB = [101, 11, 2];
/** The pause in each body. A proxy that passes bytes on at once passes the pause on too. */
const BODY_PAUSE_MS = 2_000;
/** Part of a pause that must arrive; the rest may be lost on a busy machine. */
const ENOUGH = 0.6;

const TOO_LARGE = 413;
const TIMED_OUT = 408;

/**
 * Mistakes on the way from phones to this server, one line each: PUBLIC_URL, TLS, TRUST_PROXY, and proxies that cap or
 * buffer. Sends 101 MB to PUBLIC_URL.
 * @param local what the server itself says, asked directly
 */
export async function checkAddress(
  { publicUrl, trustProxy }: Pick<Env, 'publicUrl' | 'trustProxy'>,
  local: Probed,
  key: string,
): Promise<string[]> {
  const headers = { [PROBE_HEADER]: key };
  const found = await checkWay(publicUrl, trustProxy, local, headers).catch((error: unknown) => {
    if (error instanceof NoAnswer) return [`PUBLIC_URL cannot be reached from this machine: ${error.message}`];
    throw error;
  });
  return [...checkHttps(publicUrl), ...found];
}

/** @throws NoAnswer if not even the first request is answered */
async function checkWay(publicUrl: string, trustProxy: number, local: Probed, headers: Record<string, string>): Promise<string[]> {
  const { status, location, text } = await askUrl(`${publicUrl}/api/doctor`, { headers });
  if (location !== undefined) {
    return [`PUBLIC_URL redirects to ${new URL(location, publicUrl).origin}: set it to the address that people end at.`];
  }
  const probed = status === 200 ? readProbed(text) : null;
  if (probed?.installation !== local.installation) return [`PUBLIC_URL leads to another server than this one: it answered ${status}.`];
  return [...countedWrong(probed.forwarded, trustProxy), ...(await bodies(publicUrl, headers)), ...(await streams(publicUrl, headers))];
}

/** Null if it is not Longline that answers. */
export function readProbed<Answer = Probed>(text: string): Answer | null {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return null;
  }
}

function countedWrong(forwarded: number, trustProxy: number): string[] {
  if (forwarded === trustProxy) return [];
  const risk = forwarded > trustProxy ? 'all people share one address and its limits' : 'anyone can forge an address';
  return [`TRUST_PROXY is ${trustProxy}, but ${forwarded} ${forwarded === 1 ? 'proxy names' : 'proxies name'} the client: ${risk}.`];
}

async function bodies(publicUrl: string, headers: Record<string, string>): Promise<string[]> {
  const [most] = SIZES_MB;
  let refused = '';
  for (const megabytes of SIZES_MB) {
    const piece = Buffer.alloc(MEGABYTE);
    const body = [piece, BODY_PAUSE_MS, ...Array.from({ length: megabytes - 1 }, () => piece)];
    const answer = await orReason(askUrl(`${publicUrl}/api/doctor`, { method: 'POST', headers, body }));
    if (typeof answer === 'string' || answer.status !== 200) {
      // A cap answers 413, or cuts the connection.
      if (typeof answer !== 'string' && answer.status !== TOO_LARGE) {
        return [
          `PUBLIC_URL answered ${answer.status} to a body of ${megabytes} MB${answer.status === TIMED_OUT ? ', which took too long' : ''}.`,
        ];
      }
      refused = typeof answer === 'string' ? answer : String(answer.status);
      continue;
    }
    const probed = readProbed<ProbedBody>(answer.text);
    if (!probed) return ['A proxy answers in place of the server, if a request has a body.'];
    return [
      ...(megabytes === most ? [] : [`A proxy accepts bodies of ${megabytes} MB but not of ${most} MB (${refused}): ${HOW_LARGE}`]),
      ...(probed.longestPauseMs >= BODY_PAUSE_MS * ENOUGH
        ? []
        : [
            'A proxy holds uploads back until they are complete, so a broken connection starts a part again. In nginx: proxy_request_buffering off.',
          ]),
    ];
  }
  return [`A proxy accepts no body of ${SIZES_MB.at(-1)} MB (${refused}): ${HOW_LARGE}`];
}

/** The reason, in place of an answer that did not come. */
const orReason = (asking: Promise<Asked>): Promise<Asked | string> =>
  asking.catch((error: unknown) => {
    if (error instanceof NoAnswer) return error.message;
    throw error;
  });

const HOW_LARGE = 'films upload slowly, in small parts. In nginx: client_max_body_size 0.';

async function streams(publicUrl: string, headers: Record<string, string>): Promise<string[]> {
  const answer = await orReason(askUrl(`${publicUrl}/api/doctor/stream`, { headers }));
  if (typeof answer === 'string') return [`A proxy breaks answers that take longer: ${answer}`];
  if (answer.bodyMs >= STREAM_PAUSE_MS * ENOUGH) return [];
  return ['A proxy holds answers back until they are complete, so phones hear of changes late. In nginx: proxy_buffering off.'];
}
