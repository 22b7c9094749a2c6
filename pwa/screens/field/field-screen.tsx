import { memo, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type FieldSet, readFieldSet } from '../../../sync/queries/field.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useWakeLock } from '../../components/use-wake-lock.ts';
import { SCREEN_TITLES } from '../../shell/screen-titles.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import '../../styles/field.css';
import { AfterSet } from './after-set.tsx';
import { Counting } from './counting.tsx';
import { Gone } from './gone.tsx';
import { Ready } from './ready.tsx';
import { measuresIn } from '../../field/train-path.ts';
import { adviceOf } from '../../progress/rule-of-five.ts';
import { useResumable } from '../../field/resume.ts';
import { useEarlierSets } from './use-earlier-sets.ts';
import { useSound } from './sound.ts';
import { usePlannedNext } from './use-planned-next.ts';
import { FIELD_TEXTS as TEXTS } from './texts.ts';
import { type TapGuard, useTapGuard } from './tap-guard.ts';
import { type CountedAhead, useCountedAhead } from './use-counted-ahead.ts';

/**
 * Field mode at `/field` (R346): counts one set after the other, full screen. The URL names the set. Memoised, because the
 * sync total changes at each tap.
 */
export const FieldScreen = memo(function FieldScreen() {
  const [params] = useSearchParams();
  useDocumentTitle(SCREEN_TITLES.field);
  const guard = useTapGuard();
  const measures = useMemo(() => measuresIn(params), [params]);
  const setId = params.get('set');
  if (setId !== null) return <NamedSet key={setId} {...{ id: setId, guard }} />;
  const [videoId, afterId] = [params.get('session'), params.get('after')];
  const [likeId, dogId] = [params.get('like'), params.get('dog')];
  return <Ready key={videoId ?? likeId ?? dogId} {...{ videoId, afterId, likeId, dogId, measures }} />;
});

function NamedSet({ id, guard }: { id: string; guard: TapGuard }) {
  const store = useStore();
  const read = useLive(() => readFieldSet(store, id), [store, id]);
  if (read === undefined) return null;
  return read ? <ShownSet {...{ read, guard }} /> : <Gone />;
}

function ShownSet({ read, guard }: { read: FieldSet; guard: TapGuard }) {
  useResumable(read.set.id);
  const awake = useWakeLock(true);
  const sound = useSound();
  const { shown, add } = useCountedAhead(read);
  const earlier = useEarlierSets(read);
  const [undone, setUndone] = useState(false);
  const onStored: CountedAhead['add'] = (stored) => {
    add(stored);
    setUndone(stored.struck !== undefined);
  };
  const isDone = shown.reps.length >= shown.set.repsAsked;
  const planned = usePlannedNext(read, isDone);
  const last = shown.reps.at(-1);
  const parts = { read: shown, onStored, guard, sound };
  return (
    <>
      {isDone ? earlier && <AfterSet {...parts} earlier={earlier} planned={planned} /> : <Counting {...parts} awake={awake} />}
      {/* Outside both views: a region that appears with its text is not read out. */}
      <p role="status" className="sr-only">
        {last && TEXTS.heard(undone ? TEXTS.undone : TEXTS.said[last.kind], TEXTS.ofReps(shown.hits, shown.reps.length))}
        {isDone && ` ${TEXTS[adviceOf({ hits: shown.hits, reps: shown.reps.length })]}.`}
      </p>
    </>
  );
}
