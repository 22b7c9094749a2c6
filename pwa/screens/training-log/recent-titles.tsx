import { type UseFormReturn, useWatch } from 'react-hook-form';
import { recentTitles } from '../../../sync/queries/new-session.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import type { SessionForm } from './session-form.ts';
import { TEXTS } from './texts.ts';

/** Buttons with the last titles. A tap on one fills the title field (R212). */
export function RecentTitles({ form }: { form: UseFormReturn<SessionForm> }) {
  const store = useStore();
  const dogId = useWatch({ control: form.control, name: 'dogId' });
  const titles = useLive(() => recentTitles(store, dogId || null), [store, dogId]);
  return (
    <div role="group" aria-label={TEXTS.recentTitles} className="choices">
      {titles?.map((title) => (
        <button key={title} type="button" className="choice" onClick={() => form.setValue('title', title, { shouldValidate: true })}>
          <bdi>{title}</bdi>
        </button>
      ))}
    </div>
  );
}
