import { memo } from 'react';
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
import { useResumable } from '../../field/resume.ts';
import { useSound } from './sound.ts';
import { useCountedAhead } from './use-counted-ahead.ts';

/**
 * Field mode at `/field` (R346): counts one set after the other, full screen. The URL names the set. Memoised, because the
 * sync total changes at each tap.
 */
export const FieldScreen = memo(function FieldScreen() {
  const [params] = useSearchParams();
  useDocumentTitle(SCREEN_TITLES.field);
  const setId = params.get('set');
  return setId === null ? <Ready key={params.get('session')} videoId={params.get('session')} /> : <NamedSet key={setId} id={setId} />;
});

function NamedSet({ id }: { id: string }) {
  const store = useStore();
  const read = useLive(() => readFieldSet(store, id), [store, id]);
  if (read === undefined) return null;
  return read ? <ShownSet read={read} /> : <Gone />;
}

function ShownSet({ read }: { read: FieldSet }) {
  useResumable(read.set.id);
  const awake = useWakeLock(true);
  const sound = useSound();
  const { shown, add } = useCountedAhead(read);
  const isDone = shown.reps.length >= shown.set.repsAsked;
  return isDone ? <AfterSet read={shown} sound={sound} /> : <Counting read={shown} onStored={add} awake={awake} sound={sound} />;
}
