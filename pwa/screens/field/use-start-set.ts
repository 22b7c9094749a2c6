import { useCallback, useRef } from 'react';
import type { SetCreate } from '../../../api/contract/entities/set.ts';
import type { Ports } from '../../../sync/ports/ports.ts';
import type { Store } from '../../../sync/store/store.ts';
import { mutate } from '../../../sync/outbox/mutate.ts';
import { placeAfter } from '../../../api/contract/place-after.ts';
import { InvalidPayload } from '../../../sync/outbox/invalid-payload.ts';
import { showFailure } from '../../forms/show-failure.ts';
import { useSave } from '../../sync/use-save.ts';
import { deviceZone } from '../../dates/training-moment.ts';
import { FIELD_TEXTS as TEXTS } from './texts.ts';

export interface NewSet extends Omit<SetCreate, 'id' | 'videoId' | 'startedAt' | 'position'> {
  /** Null for a new session with this dog. */
  videoId: string | null;
  dogId?: string | null;
}

/**
 * Stores a set that begins now, as the last of its session, and if it is the first, the session. Stores one set only: the next
 * view stores the next. @returns null if this device could not store it, which a toast says, or is storing another. @throws InvalidPayload
 */
export function useStartSet(): (set: NewSet) => Promise<{ id: string } | null> {
  const save = useSave();
  const starting = useRef(false);
  return useCallback(
    async (set) => {
      if (starting.current) return null;
      starting.current = true;
      try {
        return await save((store, ports) => startSet(store, ports, set));
      } catch (error) {
        // Not after a success: until the set is on screen, a second tap would start another.
        starting.current = false;
        if (error instanceof InvalidPayload) throw error;
        showFailure(error, TEXTS.startFailed);
        return null;
      }
    },
    [save],
  );
}

const startSet = (store: Store, ports: Ports, { videoId, dogId = null, ...set }: NewSet) =>
  store.transaction('rw', store.changeTables, async () => {
    const startedAt = new Date(ports.now()).toISOString();
    const session = { title: set.exercise, dogId, trainedAt: startedAt, trainedZone: deviceZone() };
    const id = videoId ?? (await mutate(store, ports, 'videos.create', { payload: session })).id;
    const sets = await store.view('sets').where('videoId').equals(id).toArray();
    return mutate(store, ports, 'sets.create', { payload: { ...set, videoId: id, startedAt, position: placeAfter(sets) } });
  });
