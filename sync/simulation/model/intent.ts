import type { EntityName } from '../../../api/contract/entities.ts';
import type { MutationName } from '../../../api/contract/mutations.ts';

export type Fields = Record<string, unknown>;

/** One change as its author meant it: what the screen showed, and what the author made of it. */
export interface Intent {
  device: string;
  userId: string;
  call: MutationName;
  entity: EntityName;
  id: string;
  params: Readonly<Record<string, string>>;
  /** The fields that the author set, or the arguments of the call. */
  wrote: Fields;
  /** Of an edit: the values of these fields that the author saw. */
  saw: Fields;
}

/** What a person did before anything of it was sent counts as one change: the first values seen, the last ones written. */
export function inOne([first, ...later]: readonly Intent[]): Intent | undefined {
  return later.reduce(
    (whole, next) => whole && { ...whole, wrote: { ...whole.wrote, ...next.wrote }, saw: { ...next.saw, ...whole.saw } },
    first,
  );
}
