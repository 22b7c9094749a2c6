import type { PushKind } from '../contract/push.ts';

/**
 * An event worth notifying others about. Recipients are resolved when it is queued, and their access checked when it is
 * sent.
 */
export interface Notice {
  kind: PushKind;
  actorId: string;
  /** Recipient of a request or an acceptance; null if it goes to everyone who can see a session. */
  recipientId: string | null;
  videoId: string | null;
}
