import type { EffectContext } from '../contract/call.ts';
import type { EntityName } from '../contract/entities.ts';
import type { MutationName, MutationPayload } from '../contract/mutations.ts';
import type { FeedKind } from '../contract/sync-protocol.ts';
import type { Letter } from '../mail/letter.ts';
import type { Notice } from '../push/notice.ts';
import type { Transaction } from '../db/database.ts';
import type { Services, SignedIn } from '../services.ts';

/** The context of a handler: one transaction, one actor, one moment. */
export interface MutationContext {
  tx: Transaction;
  services: Services;
  actor: SignedIn;
  now: Date;
  /** The ids of the path, each a UUID in lower case. */
  params: Readonly<Record<string, string>>;
  /** Records that a row changed in a feed. All are written together, at the end of the transaction. */
  raise: (kind: FeedKind, userId: string, entity: EntityName, rowId: string, gone?: boolean) => void;
  /** Records a notification for people whose app is closed; it is sent after the commit. */
  tell: (notice: Notice) => void;
  /** Records a letter; it is sent after the commit. @param to null for a person without an address */
  write: (to: string | null, letter: Letter) => void;
}

export interface MutationAnswer {
  status: 200 | 201;
  /** The row after the change, as the actor may read it; `{}` if the row is deleted. */
  body: object;
}

/** Authorises, changes rows and records which feeds moved. @throws Refusal, which rolls everything back */
export type MutationHandler<N extends MutationName> = (context: MutationContext, payload: MutationPayload<N>) => Promise<MutationAnswer>;

export type MutationHandlers<N extends MutationName> = { [Name in N]: MutationHandler<Name> };

export const effectContext = ({ actor, now, params }: MutationContext, id: string): EffectContext => ({
  id,
  userId: actor.userId,
  now: now.toISOString(),
  params,
});

/** The `{id}` of the path. */
export const pathId = ({ params }: MutationContext) => params['id'] ?? '';
