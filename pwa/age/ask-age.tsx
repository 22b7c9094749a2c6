import { type ReactNode, Suspense, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { readOwnAge } from '../../sync/queries/people.ts';
import { lazyWithPreload } from '../components/lazy-component.tsx';
import { DIALOG_PARAM } from '../components/use-dialog-route.ts';
import { FIELD_PATH } from '../field/field-path.ts';
import { showFailure } from '../forms/show-failure.ts';
import { useUser } from '../sign-in/sign-in-context.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { useMutate } from '../sync/use-mutate.ts';
import { AGE_TEXTS as TEXTS } from './texts.ts';

const AgeQuestion = lazyWithPreload(async () => (await import('./age-question.tsx')).AgeQuestion);

/** Asks for the age in place of the children until it is answered (R378). Neither a running set nor an open form is interrupted. */
export function AskAge({ children }: { children: ReactNode }) {
  const store = useStore();
  const mutate = useMutate();
  const isUnanswered = useUser().isAdult === null;
  const { pathname, search } = useLocation();
  const own = useLive(() => (isUnanswered ? readOwnAge(store) : null), [store, isUnanswered]);
  const toSay = own?.toSay ?? null;
  const say = useEffectEvent((isAdult: boolean) => {
    mutate('profile.sayAge', { payload: { isAdult } }).catch((error: unknown) => showFailure(error, TEXTS.failed));
  });
  useEffect(() => {
    if (toSay !== null) say(toSay);
  }, [toSay]);
  const isBusy = pathname === FIELD_PATH || new URLSearchParams(search).has(DIALOG_PARAM);
  if (!isUnanswered || isBusy) return children;
  if (own === undefined) return null;
  if (own?.isAdult !== null) return children;
  return (
    <Suspense fallback={null}>
      <AgeQuestion />
    </Suspense>
  );
}
