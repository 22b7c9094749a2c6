import { useState } from 'react';
import type { ServerState } from '../../../api/contract/server-page.ts';
import { Button } from '../../components/button.tsx';
import { momentWords } from '../../dates/moment-words.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { TEXTS } from './texts.ts';

export interface JobsSectionProps {
  server: Pick<ServerState, 'derivations' | 'erasures'>;
  onRetry: () => Promise<void>;
}

/** What the server still has to do, and what failed. */
export function JobsSection({ server: { derivations, erasures }, onRetry }: JobsSectionProps) {
  const now = usePorts().now();
  const [pending, setPending] = useState(false);
  const retry = () => {
    setPending(true);
    void onRetry().finally(() => setPending(false));
  };
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
        <Button className="mt-3" pending={pending && TEXTS.retrying} aria-label={pending ? undefined : TEXTS.retryOf} onClick={retry}>
          {TEXTS.retry}
        </Button>
      )}
    </section>
  );
}
