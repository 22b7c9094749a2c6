import { ONLINE_CALLS } from '../../api/contract/online-calls.ts';
import { OpenedLink } from '../../api/contract/partner-links.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import { askServer, RefusedCall } from '../online/ask-server.ts';

/** What is known of a link of another person. */
export type LinkState = { is: 'asking' | 'offline' | 'ended' | 'unread' } | { is: 'opened'; link: OpenedLink };

/** Sends a secret to one of the two calls that answer with whose link it is. @throws as `askServer` */
export async function sendSecret(
  ports: Pick<Ports, 'fetch' | 'origin'>,
  userId: string,
  call: 'partnerLinks.open' | 'partnerLinks.keep',
  secret: string,
): Promise<OpenedLink> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ secret }) };
  return OpenedLink.parse(await (await askServer(ports, userId, ONLINE_CALLS[call].path, init)).json());
}

/** Whether the server says that the link has ended. */
export const hasEnded = (error: unknown): boolean => error instanceof RefusedCall && (error.status === 404 || error.status === 400);

/** Whether the server says that one need not keep the link: one may use it now. */
export const hasAccessNow = (error: unknown): boolean => error instanceof RefusedCall && error.status === 409;

/** Asks the server whose link this is. */
export async function readLink(ports: Pick<Ports, 'fetch' | 'origin'>, userId: string, secret: string): Promise<LinkState> {
  try {
    return { is: 'opened', link: await sendSecret(ports, userId, 'partnerLinks.open', secret) };
  } catch (error) {
    if (hasEnded(error)) return { is: 'ended' };
    return { is: error instanceof RefusedCall ? 'unread' : 'offline' };
  }
}
