import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type FieldStart, type LatestSet, readFieldStart, readLatestSet } from '../../../sync/queries/field.ts';
import { type Exercise, listExercises } from '../../../sync/queries/sets.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useSound } from './sound.ts';
import { ReadyForm } from './ready-form.tsx';

const CHOICES_MAX = 12;

interface Known {
  start: FieldStart;
  latest: LatestSet | null;
  choices: readonly Exercise[];
}

/** Chooses the exercise of the next set (R348). One tap starts it with the dog and criterion of the last time. */
export function Ready({ videoId }: { videoId: string | null }) {
  const store = useStore();
  const navigate = useNavigate();
  const sound = useSound();
  const [chosenDog, chooseDog] = useState<string | null>();
  const known = useLive<Known>(async () => {
    const start = await readFieldStart(store, videoId);
    const dogId = chosenDog === undefined ? start.dogId : chosenDog;
    const [latest, choices] = await Promise.all([readLatestSet(store, dogId), listExercises(store, dogId, CHOICES_MAX)]);
    return { start: { ...start, dogId }, latest, choices };
  }, [store, videoId, chosenDog]);
  if (!known) return null;
  const { start, latest, choices } = known;
  return (
    <ReadyForm
      // Another dog has another last set.
      key={start.dogId}
      {...{ videoId, latest, choices, sound }}
      dogs={start.dogs}
      dogId={start.dogId}
      onDog={videoId === null ? chooseDog : null}
      // What a pull brings now must not replace the form under a person's hand.
      onTouch={() => chosenDog === undefined && chooseDog(start.dogId)}
      onClose={() => void navigate(videoId ? `/video/${videoId}` : '/', { replace: true })}
    />
  );
}
