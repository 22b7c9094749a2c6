import type * as z from 'zod/mini';
import type { EntityName, EntityRow } from './entities.ts';
import type { MergeKind } from './merge.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Params = Readonly<Record<string, string>>;

/** Who acts, when, and on which row: all that an effect may know besides the row and the payload. */
export interface EffectContext {
  /** Id of the row that the mutation makes or changes. */
  id: string;
  userId: string;
  /** ISO moment of the act; the server's clock decides in the end. */
  now: string;
  params: Params;
  /** The row that a copy or a reference is made from, as far as it is known here: an imported cue, an invited person. */
  source?: object | undefined;
}

/**
 * A change of one row that can be queued, replayed and shown before the server has confirmed it.
 * `effect` is pure and runs on both sides: the server stores what it returns, the device shows it in advance.
 * For patches, `merge` settles clashing fields first, and the payload may carry `base`, the values the author saw.
 */
export interface Mutation<E extends EntityName, Payload extends z.ZodMiniType> {
  kind: 'mutation';
  method: Exclude<Method, 'GET'>;
  /** Path with `{names}`; `{id}` is the id of the row, of which a create has none and takes it from the payload. */
  path: `/api/${string}`;
  summary: string;
  entity: E;
  payload: Payload;
  merge?: Readonly<Record<string, MergeKind>>;
  effect: (row: EntityRow<E> | null, payload: z.output<Payload>, context: EffectContext) => EntityRow<E> | null;
}

/** A call that is answered or refused at once and never queued: every read, and what makes sense online only. */
export interface OnlineCall {
  kind: 'online';
  method: Method;
  path: `/api/${string}`;
  summary: string;
  query?: z.ZodMiniType;
  payload?: z.ZodMiniType;
  answer?: z.ZodMiniType;
  /** Who may call; `beta` unless told. */
  access?: 'anyone' | 'signed-in' | 'beta' | 'admin';
}

export const mutation = <E extends EntityName, Payload extends z.ZodMiniType>(
  definition: Omit<Mutation<E, Payload>, 'kind'>,
): Mutation<E, Payload> => ({ kind: 'mutation', ...definition });

export const online = <const Call extends Omit<OnlineCall, 'kind'>>(definition: Call) =>
  ({ kind: 'online', ...definition }) as const;
