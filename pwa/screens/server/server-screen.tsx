import { Navigate } from 'react-router-dom';
import type { ServerState } from '../../../api/contract/server-page.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { deviceZone } from '../../dates/training-moment.ts';
import { Freshness } from '../../online/freshness.tsx';
import { NOT_AUTHORIZED_PATH } from '../../sign-in/not-authorized-path.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { BackupsSection } from './backups-section.tsx';
import { JobsSection } from './jobs-section.tsx';
import { MistakesSection } from './mistakes-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { runningFor } from './running-for.ts';
import { StorageSection } from './storage-section.tsx';
import { TEXTS } from './texts.ts';
import { useServer } from './use-server.ts';

/** 'Server' at `/server`, for admins (R368). */
export function ServerScreen() {
  const { state, mistakes, people, refresh, reclaim, retry } = useServer();
  // Redirect non-admins (R109), but never because of a server error.
  if (state.status === 401 || state.status === 403) return <Navigate to={NOT_AUTHORIZED_PATH} replace />;
  // Figures of an earlier visit appear only once the server has proved unreachable or failing.
  const [server] = state.readHere || state.failure ? (state.rows ?? []) : [];
  return (
    <>
      <PageHead title={TEXTS.title} />
      {!server && !state.failure && (
        <p role="status" className="py-8 text-ink-2">
          {TEXTS.loading}
        </p>
      )}
      {!server && state.failure && (
        <>
          <EmptyState
            icon={state.failure === 'refused' ? 'alert' : 'offline'}
            {...TEXTS[state.failure === 'refused' ? 'unread' : 'offline']}
            action={
              <Button icon="retry" onClick={refresh}>
                {TEXTS.refresh}
              </Button>
            }
          />
          {/* May say why. */}
          {state.failure === 'refused' && <MistakesSection list={mistakes} />}
        </>
      )}
      {server && (
        <>
          <Freshness list={state} onRefresh={refresh} />
          <Figures server={server} />
          <div className="grid items-start gap-10 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:gap-14">
            <div className="grid gap-10">
              <MistakesSection list={mistakes} />
              <StorageSection server={server} onReclaim={reclaim} />
            </div>
            <div className="grid gap-10">
              <BackupsSection backups={server.backups} zone={deviceZone()} />
              <JobsSection server={server} onRetry={retry} />
              <PeopleSection list={people} total={server.people.total} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

function Figures({ server: { version, startedAt, people } }: { server: ServerState }) {
  const now = usePorts().now();
  const [running, unit] = runningFor(now - Date.parse(startedAt));
  return (
    <dl className="mt-2 mb-8 flex flex-wrap gap-x-8 gap-y-4">
      <Figure label={TEXTS.version} figure={version} />
      <Figure label={TEXTS.running} figure={running} unit={unit} />
      <Figure label={TEXTS.people} figure={people.recent.toLocaleString()} unit={TEXTS.ofAll(people.total)} />
    </dl>
  );
}

function Figure({ label, figure, unit }: { label: string; figure: string; unit?: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-13 text-ink-3">{label}</dt>
      <dd className="text-24 leading-tight font-semi">
        {figure} {unit && <small className="text-15 font-regular text-ink-2">{unit}</small>}
      </dd>
    </div>
  );
}
