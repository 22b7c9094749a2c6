import type { EntityName } from '../../../api/contract/entities.ts';
import type { MutationName } from '../../../api/contract/mutations.ts';
import { kindOf } from './kinds.ts';
import { partsOf } from './same-content.ts';

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
    (whole, next) =>
      whole && { ...whole, wrote: { ...whole.wrote, ...next.wrote, ...grown(whole, next) }, saw: { ...next.saw, ...whole.saw } },
    first,
  );
}

function grown({ entity, wrote }: Intent, next: Intent): Fields {
  const both = Object.keys(next.wrote).filter((field) => kindOf(entity, field) === 'grow' && field in wrote);
  return Object.fromEntries(both.map((field) => [field, [...new Set([...partsOf(wrote[field]), ...partsOf(next.wrote[field])])]]));
}
