import { useCallback } from 'react';
import type { MutationName } from '../../api/contract/mutations.ts';
import { mutate, type MutateOptions, type Mutated } from '../../sync/outbox/mutate.ts';
import { useSave } from './use-save.ts';

export type Mutate = <N extends MutationName>(name: N, options: MutateOptions<N>) => Promise<Mutated>;

/** Applies a change on this device and queues it for the engine; see `mutate`. */
export function useMutate(): Mutate {
  const save = useSave();
  return useCallback((name, options) => save((store, ports) => mutate(store, ports, name, options)), [save]);
}
