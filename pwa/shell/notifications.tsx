import { lazy, Suspense } from 'react';
import { listIncomingRequests } from '../../sync/queries/partnerships.ts';
import { EntryBoundary } from '../components/entry-boundary.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { Popover } from '../components/popover.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { SHELL_TEXTS as TEXTS } from './texts.ts';

// Lazy: answering requests needs more code than the whole header.
const RequestsPanel = lazy(async () => ({ default: (await import('./requests-panel.tsx')).RequestsPanel }));

/** Incoming partner requests, with a count badge (R28). */
export function Notifications() {
  const store = useStore();
  const requests = useLive(() => listIncomingRequests(store), [store]) ?? [];
  const count = requests.length;
  return (
    <Popover
      label={TEXTS.notifications}
      size="panel"
      trigger={(props) => (
        <IconButton {...props} icon="bell" label={count > 0 ? TEXTS.notificationsNew(count) : TEXTS.notifications}>
          {count > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-1 right-1 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-13 leading-none font-bold text-on-primary ring-2 ring-surface"
            >
              {count}
            </span>
          )}
        </IconButton>
      )}
    >
      {() => (
        <EntryBoundary what="list" frame={(line) => <div className="p-4">{line}</div>}>
          <Suspense fallback={null}>
            <RequestsPanel requests={requests} />
          </Suspense>
        </EntryBoundary>
      )}
    </Popover>
  );
}
