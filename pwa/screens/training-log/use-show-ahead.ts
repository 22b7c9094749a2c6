import type { SetCreate, TrainingSet } from '../../../api/contract/entities/set.ts';
import type { Video } from '../../../api/contract/entities/video.ts';
import { type MutationPayload, MUTATIONS } from '../../../api/contract/mutations.ts';
import { trainingDay } from '../../../api/contract/training-day.ts';
import { type SetCard, setCard } from '../../../sync/queries/sets.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { showAhead } from './sessions-ahead.ts';

type NewSet = SetCreate & { id: string };

/** Shows a new session in the log at once, while it is still being stored; see `showAhead`. */
export function useShowAhead() {
  const store = useStore();
  const ports = usePorts();
  const dogs = useLive(() => store.view('dogs').toArray(), [store]);
  const me = useLive(() => store.view('profile').get(store.userId), [store]);
  return (id: string, payload: MutationPayload<'videos.create'>, newSets: readonly NewSet[]) => {
    const by = { userId: store.userId, now: new Date(ports.now()).toISOString() };
    // A create effect always returns a row.
    const video = MUTATIONS['videos.create'].effect(null, { ...payload, id }, { id, ...by, params: {} }) as Video;
    const dog = dogs?.find((one) => one.id === video.dogId && !one.deletedAt);
    return showAhead({
      video,
      day: trainingDay(video.trainedAt, video.trainedZone),
      dog: dog ? { id: dog.id, name: dog.name, image: dog.image, picture: null } : null,
      owner: { id: store.userId, name: [me?.firstName, me?.lastName].filter(Boolean).join(' ') || null, isMe: true },
      sync: { state: 'saving' },
      media: null,
      commentCount: 0,
      sets: newSets.map((set) => setAhead(set, by)),
    });
  };
}

/** The card of a set that is still being stored. */
export function setAhead(payload: NewSet, by: { userId: string; now: string }): SetCard {
  const set = MUTATIONS['sets.create'].effect(null, payload, { id: payload.id, ...by, params: {} }) as TrainingSet;
  return setCard(set, { state: 'saving' });
}
