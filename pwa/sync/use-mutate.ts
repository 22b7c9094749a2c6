import { useCallback } from 'react';
import type { MutationName } from '../../api/contract/mutations.ts';
import { mutate, type MutateOptions, type Mutated } from '../../sync/outbox/mutate.ts';
import { requestBackgroundSync } from './request-background-sync.ts';
import { usePorts, useStore } from './sync-provider.tsx';
import { whileWriting } from './while-writing.ts';

export type Mutate = <N extends MutationName>(name: N, options: MutateOptions<N>) => Promise<Mutated>;

/** Applies a change on this device and queues it for the engine; see `mutate`. */
export function useMutate(): Mutate {
  const store = useStore();
  const ports = usePorts();
  return useCallback(
    async (name, options) => {
      const mutated = await whileWriting(() => mutate(store, ports, name, options));
      requestBackgroundSync();
      return mutated;
    },
    [store, ports],
  );
}
