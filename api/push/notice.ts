import type { PushKind } from '../contract/push.ts';

/** Something that others may want to hear of. Who they are is found out when it is queued, who may know when it is sent. */
export interface Notice {
  kind: PushKind;
  actorId: string;
  /** Whom a request or an acceptance is addressed to; null for what goes to all who see a session. */
  recipientId: string | null;
  videoId: string | null;
}
