import type { ServerState } from '../../../api/contract/server-page.ts';
import { ActButton } from '../../components/act-button.tsx';
import { momentWords } from '../../dates/moment-words.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { TEXTS } from './texts.ts';

export interface JobsSectionProps {
  server: Pick<ServerState, 'derivations' | 'erasures'>;
  stale: boolean;
  onRetry: () => Promise<boolean>;
}

/** What the server still has to do, and what failed. */
export function JobsSection({ server: { derivations, erasures }, stale, onRetry }: JobsSectionProps) {
  const now = usePorts().now();
  const { waiting, oldestAt, again, givenUp } = derivations;
  const since = oldestAt === null ? null : momentWords(Date.parse(oldestAt), now);
  const lines = [
    [TEXTS.posters, TEXTS.waiting(waiting, since)],
    [TEXTS.again, again.toLocaleString()],
    [TEXTS.givenUp, givenUp.toLocaleString()],
    [TEXTS.erasures, erasures.toLocaleString()],
  ] as const;
  return (
    <section className="min-w-0">
      <h2 className="pb-2">
        {TEXTS.jobs} <span className="ms-1 font-regular text-ink-3">({(waiting + again + erasures).toLocaleString()})</span>
      </h2>
      <dl>
        {lines.map(([what, words]) => (
          <div key={what} className="flex justify-between gap-4 border-t border-line py-2 last:border-b">
            <dt>{what}</dt>
            <dd className="text-end font-semi">{words}</dd>
          </div>
        ))}
      </dl>
      {again + givenUp > 0 && (
        <ActButton className="mt-3" tone="plain" label={TEXTS.retryOf} doing={TEXTS.retrying} stale={stale} act={onRetry}>
          {TEXTS.retry}
        </ActButton>
      )}
    </section>
  );
}
