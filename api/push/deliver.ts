import { createHash } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import webPush from 'web-push';
import type { PushMessage } from '../contract/push.ts';
import { publicLookup } from './public-address.ts';
import type { VapidKeys } from './vapid-keys.ts';

/**
 * - `sent`: the push service accepted it
 * - `gone`: the subscription no longer exists
 * - `refused`: the push service will never accept this message
 * - `later`: retry, after `afterSeconds` if the service gave a time
 */
export type Delivery =
  | { state: 'sent' | 'gone' | 'refused'; status: number }
  | { state: 'later'; status: number | null; afterSeconds: number | null };

export interface Destination {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** How long a push service keeps a message for a phone that is off. */
const TTL_SECONDS = 3 * 24 * 60 * 60;
const PATIENCE_MS = 10_000;

export interface Deliverer {
  deliver(destination: Destination, message: Omit<PushMessage, 'tag'>, topic: string): Promise<Delivery>;
  close(): void;
}

/** Encrypts a message for one browser (RFC 8291), signs it (RFC 8292) and sends it to its push service (RFC 8030). */
export function createDeliverer(vapid: () => Promise<VapidKeys>, subject: string, patienceMs = PATIENCE_MS): Deliverer {
  const https = new HttpsAgent({ keepAlive: true, lookup: publicLookup });
  const http = new HttpAgent();
  return {
    async deliver({ endpoint, p256dh, auth }, message, topic) {
      // At most 32 characters, hashed so the push service learns only which message replaces which.
      const tag = createHash('sha256').update(`${message.to} ${topic}`).digest('base64url').slice(0, 32);
      const payload: PushMessage = { ...message, tag };
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
        TTL: TTL_SECONDS,
        // A request or a comment may wake a phone; the rest can wait until it is awake.
        urgency: message.kind === 'request' || message.kind === 'comment' ? 'normal' : 'low',
        topic: tag,
        vapidDetails: { subject, ...(await vapid()) },
      });
      return post(endpoint, headers as Record<string, string>, body, endpoint.startsWith('https:') ? https : http, patienceMs);
    },
    close() {
      https.destroy();
      http.destroy();
    },
  };
}

function post(
  endpoint: string,
  headers: Record<string, string>,
  body: Buffer,
  agent: HttpAgent | HttpsAgent,
  patienceMs: number,
): Promise<Delivery> {
  return new Promise((resolve) => {
    const send = endpoint.startsWith('https:') ? httpsRequest : httpRequest;
    const sending = send(endpoint, { method: 'POST', headers, agent, signal: AbortSignal.timeout(patienceMs) }, (response) => {
      const status = response.statusCode ?? 0;
      const afterSeconds = Number(response.headers['retry-after']);
      // Ignore the response body; it may be any length.
      response.destroy();
      if (status >= 200 && status < 300) resolve({ state: 'sent', status });
      else if (status === 404 || status === 410) resolve({ state: 'gone', status });
      else if (status === 408 || status === 429 || status >= 500)
        resolve({ state: 'later', status, afterSeconds: afterSeconds > 0 ? afterSeconds : null });
      else resolve({ state: 'refused', status });
    });
    sending.on('error', () => resolve({ state: 'later', status: null, afterSeconds: null }));
    sending.end(body);
  });
}
