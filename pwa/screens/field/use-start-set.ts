import { useCallback } from 'react';
import type { SetCreate } from '../../../api/contract/entities/set.ts';
import { mutate } from '../../../sync/outbox/mutate.ts';
import { InvalidPayload } from '../../../sync/outbox/invalid-payload.ts';
import { showFailure } from '../../forms/show-failure.ts';
import { useSave } from '../../sync/use-save.ts';
import { deviceZone } from '../../dates/training-moment.ts';
import { FIELD_TEXTS as TEXTS } from './texts.ts';

export interface NewSet extends Omit<SetCreate, 'id' | 'videoId' | 'startedAt'> {
  /** Null for a new session with this dog. */
  videoId: string | null;
  dogId?: string | null;
}

/**
 * Stores a set that begins now, and if it is the first of a session, the session. @returns null if this device could not
 * store it, which a toast says. @throws InvalidPayload
 */
export function useStartSet(): (set: NewSet) => Promise<{ id: string } | null> {
  const save = useSave();
  return useCallback(
    ({ videoId, dogId = null, ...set }) =>
      save((store, ports) =>
        store.transaction('rw', store.changeTables, async () => {
          const startedAt = new Date(ports.now()).toISOString();
          const session = { title: set.exercise, dogId, trainedAt: startedAt, trainedZone: deviceZone() };
          const id = videoId ?? (await mutate(store, ports, 'videos.create', { payload: session })).id;
          return mutate(store, ports, 'sets.create', { payload: { ...set, videoId: id, startedAt } });
        }),
      ).catch((error: unknown) => {
        if (error instanceof InvalidPayload) throw error;
        showFailure(error, TEXTS.startFailed);
        return null;
      }),
    [save],
  );
}
