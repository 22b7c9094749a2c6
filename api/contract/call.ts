import type * as z from 'zod/mini';
import type { EntityName, EntityRow } from './entities.ts';
import type { MergeKind } from './merge.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Params = Readonly<Record<string, string>>;

/** Who acts, when and on which row: everything an effect may use besides the row and the payload. */
export interface EffectContext {
  /** Id of the row that the mutation creates or changes. */
  id: string;
  userId: string;
  /** ISO time of the change. The server's clock replaces the device's. */
  now: string;
  params: Params;
  /** Source row of a copy (an imported cue) or a reference (the recipient of a request), if known on this side. */
  source?: object | undefined;
}

/**
 * A change of one row that can be queued, replayed and shown before the server has confirmed it.
 * `effect` is pure and runs on both sides: the server stores what it returns, the device shows it in advance.
 * For patches, `merge` settles conflicting fields first, and the payload may carry `base`, the values the author saw.
 */
export interface Mutation<E extends EntityName, Payload extends z.ZodMiniType> {
  kind: 'mutation';
  method: Exclude<Method, 'GET'>;
  /** Path with `{names}`. `{id}` is the row's id; creates have no `{id}` and take the id from the payload. */
  path: `/api/${string}`;
  entity: E;
  payload: Payload;
  merge?: Readonly<Record<string, MergeKind>>;
  effect: (row: EntityRow<E> | null, payload: z.output<Payload>, context: EffectContext) => EntityRow<E> | null;
}

/** A call answered at once and never queued: every read, and every action that only makes sense online. */
export interface OnlineCall {
  kind: 'online';
  method: Method;
  path: `/api/${string}`;
  summary: string;
  query?: z.ZodMiniType;
  payload?: z.ZodMiniType;
  answer?: z.ZodMiniType;
  /** Who may call; defaults to `beta`. */
  access?: 'anyone' | 'signed-in' | 'beta' | 'admin';
}

export const mutation = <E extends EntityName, Payload extends z.ZodMiniType>(
  definition: Omit<Mutation<E, Payload>, 'kind'>,
): Mutation<E, Payload> => ({ kind: 'mutation', ...definition });

export const online = <const Call extends Omit<OnlineCall, 'kind'>>(definition: Call) => ({ kind: 'online', ...definition }) as const;
