import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { readOwnAge } from '../../sync/queries/people.ts';
import { lazyWithPreload } from '../components/lazy-component.tsx';
import { DIALOG_PARAM } from '../components/use-dialog-route.ts';
import { FIELD_PATH } from '../field/field-path.ts';
import { useUser } from '../sign-in/sign-in-context.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { useSave } from '../sync/use-save.ts';

const AgeQuestion = lazyWithPreload(async () => (await import('./age-question.tsx')).AgeQuestion);

/** Asks for the age in place of the children until it is answered (R378). Neither a running set nor an open form is interrupted. */
export function AskAge({ children }: { children: ReactNode }) {
  const store = useStore();
  const isUnanswered = useUser().isAdult === null;
  const { pathname, search } = useLocation();
  // A question that appears while someone uses a page waits for the next page.
  const [due, setDue] = useState({ pathname, isDue: isUnanswered });
  if (due.pathname !== pathname) setDue({ pathname, isDue: isUnanswered });
  const own = useLive(() => (isUnanswered ? readOwnAge(store) : null), [store, isUnanswered]);
  const save = useSave();
  const toSay = own?.toSay ?? null;
  useEffect(() => {
    if (toSay === null) return;
    // What makes changes is not loaded with the first cards. If it cannot be loaded now, the connection may come back.
    const say = () =>
      void import('./say-age.ts').then(
        ({ sayAge }) => sayAge(save, toSay),
        () => undefined,
      );
    say();
    addEventListener('online', say);
    return () => removeEventListener('online', say);
  }, [toSay, save]);
  const isBusy = pathname === FIELD_PATH || new URLSearchParams(search).has(DIALOG_PARAM);
  const mayAsk = isUnanswered && due.isDue && !isBusy;
  if (mayAsk && own === undefined) return null;
  const asks = mayAsk && own?.isAdult === null;
  return (
    <>
      {!asks && children}
      <Suspense fallback={null}>{asks && <AgeQuestion />}</Suspense>
    </>
  );
}
