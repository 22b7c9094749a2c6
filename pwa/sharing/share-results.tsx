import type { SessionCard } from '../../sync/queries/sessions.ts';
import { Button } from '../components/button.tsx';
import { copyToClipboard } from '../components/copy-to-clipboard.ts';
import { saveBlob } from '../components/save-blob.ts';
import { resultsLine } from '../sets/results-line.ts';
import { csvFile } from '../sets/sets-csv.ts';
import { TEXTS } from './texts.ts';

/** The results of a session as a line to paste into a chat, and as a file (R351). Nothing if no rep was counted. */
export function ShareResults({ session: { video, dog, sets } }: { session: Pick<SessionCard, 'video' | 'dog' | 'sets'> }) {
  const name = dog?.name ?? null;
  const line = resultsLine(sets, name);
  if (!line) return null;
  return (
    <section className="grid gap-2">
      <h3>{TEXTS.results}</h3>
      <p dir="auto" className="select-text [overflow-wrap:anywhere]">
        {line}
      </p>
      <Button icon="copy" onClick={() => void copyToClipboard(line)}>
        {TEXTS.copyResults}
      </Button>
      <Button icon="download" onClick={() => saveBlob(csvFile([{ video, sets }], name), `${video.title}.csv`)}>
        {TEXTS.resultsAsCsv}
      </Button>
    </section>
  );
}
