import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type DogCard, listDogs } from '../../../sync/queries/dogs.ts';
import { type LatestSet, listLatestSets, readFieldSet, readFieldStart } from '../../../sync/queries/field.ts';
import { type PlanOfSession, planOfSession } from '../../../sync/queries/plans.ts';
import { type Exercise, listExercises } from '../../../sync/queries/sets.ts';
import type { Measures } from '../../field/like-params.ts';
import { useOnce } from '../../forms/use-once.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useSound } from './sound.ts';
import { ReadyForm } from './ready-form.tsx';
import { FIELD_TEXTS as TEXTS } from './texts.ts';
import { useGoOn } from './use-go-on.ts';

interface Known {
  dogs: readonly DogCard[];
  dogId: string | null;
  latest: readonly LatestSet[];
  /** What the link named; nothing for another dog. */
  measures: Measures;
  choices: readonly Exercise[];
  /** What the session's plan has left. */
  planned: PlanOfSession | null;
}

interface ReadyProps {
  /** The session to count for; null for a new one. */
  videoId: string | null;
  /** The set that was just counted; null for none. */
  afterId: string | null;
  /** Id of the set to start from, instead of the latest one; null for the latest. */
  likeId: string | null;
  /** The dog to start with, instead of the one trained last. */
  dogId: string | null;
  measures: Measures;
}

/** Chooses the exercise of the next set (R348). One tap starts it with the dog and criterion of the last time. */
export function Ready({ videoId, afterId, likeId, dogId: linkedDog, measures }: ReadyProps) {
  const store = useStore();
  const navigate = useNavigate();
  const sound = useSound();
  const [chosenDog, chooseDog] = useState<string | null>();
  const known = useLive<Known>(async () => {
    const [start, like, all] = await Promise.all([
      readFieldStart(store, videoId),
      likeId === null ? null : readFieldSet(store, likeId),
      linkedDog === null ? [] : listDogs(store),
    ]);
    const named = like ? like.dog : all.find(({ dog }) => dog.id === linkedDog);
    const offeredDog = named === undefined ? start.dogId : (named?.dog.id ?? null);
    const dogId = chosenDog === undefined ? offeredDog : chosenDog;
    const [latest, choices, planned] = await Promise.all([
      listLatestSets(store, dogId),
      listExercises(store, dogId),
      videoId === null ? null : planOfSession(store, videoId, afterId),
    ]);
    // A link from a retired dog's profile may still train it.
    const dogs = named?.dog.retiredAt ? [...start.dogs, named] : start.dogs;
    if (!like || dogId !== offeredDog) return { dogs, dogId, latest, measures: {}, choices, planned };
    const { set, hits, reps } = like;
    return { dogs, dogId, latest: [{ set, hits, reps: reps.length }, ...latest], measures, choices, planned };
  }, [store, videoId, afterId, likeId, linkedDog, measures, chosenDog]);
  const start = useOnce(TEXTS.startFailed);
  const goOn = useGoOn(videoId === null ? null : { videoId, setId: afterId });
  if (!known) return null;
  const { dogId } = known;
  return (
    <ReadyForm
      // Another dog has other last sets.
      key={dogId}
      {...known}
      {...{ videoId, sound }}
      onDog={videoId === null ? chooseDog : null}
      onPlanned={(planId, exercise) => start(() => goOn(planId, exercise))}
      // What a pull brings now must not replace the form under a person's hand.
      onTouch={() => chosenDog === undefined && chooseDog(dogId)}
      onClose={() => void navigate(videoId ? `/video/${videoId}` : '/', { replace: true })}
    />
  );
}
