import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isNewcomer } from '../../sync/queries/newcomer.ts';
import { DIALOG_PARAM } from '../components/use-dialog-route.ts';
import { useUser } from '../sign-in/sign-in-context.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { isFirstRunOver } from './first-run-over.ts';
import { FIRST_RUN_PATH, LED_HERE } from './first-run-path.ts';

/** Leads people without any data from the empty log to the first run, once (R261). Others see the children. */
export function LeadNewcomer({ children }: { children: ReactNode }) {
  const { id } = useUser();
  const store = useStore();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(() => !isFirstRunOver(id));
  const answered = useEffectEvent((newcomer: boolean) => {
    // Don't interrupt someone who has opened a dialog meanwhile.
    const isBusy = new URLSearchParams(window.location.search).has(DIALOG_PARAM);
    if (newcomer && !isBusy) void navigate(FIRST_RUN_PATH, { ...LED_HERE, replace: true });
    else setAsking(false);
  });
  useEffect(() => {
    if (!asking) return;
    let left = false;
    isNewcomer(store).then(
      (newcomer) => left || answered(newcomer),
      () => left || answered(false),
    );
    return () => {
      left = true;
    };
  }, [asking, store]);
  return asking ? null : children;
}
