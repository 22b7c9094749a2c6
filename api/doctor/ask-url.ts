import { once } from 'node:events';
import { type IncomingMessage, request as askPlainly } from 'node:http';
import { request as askSecurely } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

/** What came back. */
export interface Asked {
  status: number;
  /** Where a redirect leads. */
  location: string | undefined;
  text: string;
  /** From the first byte of the answer's body to its end. */
  bodyMs: number;
}

/** A connection without a byte for this long counts as no answer. */
const PATIENCE_MS = 30_000;

/** The answer did not come. Names the reason: a code of Node such as ECONNREFUSED or CERT_HAS_EXPIRED. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * Asks as a phone does, but follows no redirect.
 * @param options.body pieces of the body; a number is a pause in milliseconds
 * @throws NoAnswer
 */
export async function askUrl(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = [],
  }: { method?: string; headers?: Record<string, string>; body?: readonly (Buffer | number)[] } = {},
): Promise<Asked> {
  const length = body.reduce<number>((sum, piece) => sum + (typeof piece === 'number' ? 0 : piece.length), 0);
  const outgoing = (url.startsWith('https:') ? askSecurely : askPlainly)(url, {
    method,
    headers: { ...headers, ...(length > 0 && { 'Content-Length': String(length) }) },
    agent: false,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
  });
  outgoing.setTimeout(PATIENCE_MS, () => outgoing.destroy(new Error('no answer in time')));
  try {
    // A proxy may refuse before it has read the body, so the answer is awaited meanwhile.
    const [incoming] = await Promise.all([answered, Promise.race([send(outgoing, body), answered])]);
    let begun: number | undefined;
    let text = '';
    for await (const piece of incoming.setEncoding('utf8')) {
      begun ??= performance.now();
      text += piece as string;
    }
    return {
      status: incoming.statusCode ?? 0,
      location: incoming.headers.location,
      text,
      bodyMs: begun === undefined ? 0 : performance.now() - begun,
    };
  } catch (error) {
    throw new NoAnswer((error as NodeJS.ErrnoException).code ?? (error as Error).message);
  } finally {
    outgoing.destroy();
  }
}

async function send(outgoing: ReturnType<typeof askPlainly>, body: readonly (Buffer | number)[]): Promise<void> {
  for (const piece of body) {
    if (typeof piece === 'number') await wait(piece);
    else if (!outgoing.write(piece) && !outgoing.destroyed) await once(outgoing, 'drain');
  }
  outgoing.end();
}
