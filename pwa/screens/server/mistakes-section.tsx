import type { ServerMistakes } from '../../../api/contract/server-page.ts';
import { Icon } from '../../components/icon.tsx';
import type { OnlineListState } from '../../online/online-list.ts';
import { TEXTS } from './texts.ts';

export interface MistakesSectionProps {
  list: Pick<OnlineListState<ServerMistakes>, 'rows' | 'readHere' | 'failure'>;
}

/** What `npm run doctor` would say, as far as the server can see it itself. */
export function MistakesSection({ list: { rows, readHere, failure } }: MistakesSectionProps) {
  // What an earlier visit found says nothing about now.
  const [found] = readHere && !failure ? (rows ?? []) : [];
  return (
    <section className="min-w-0">
      <h2 className="pb-2">{found && found.mistakes.length > 0 ? TEXTS.mistakes : TEXTS.setup}</h2>
      {!found && (
        <p role="status" className="border-y border-line py-3 text-ink-2">
          {failure ? TEXTS.unchecked : TEXTS.checking}
        </p>
      )}
      {found?.mistakes.length === 0 && (
        <div className={LINE}>
          <Icon name="check" className="mt-0.5 text-primary" />
          <p className="leading-[1.4]">
            <b className="block font-semi">{TEXTS.well}</b>
            <span className="text-15 text-ink-2">{TEXTS.wellAbout}</span>
          </p>
        </div>
      )}
      {found && found.mistakes.length > 0 && (
        <ul>
          {found.mistakes.map((mistake) => (
            <li key={mistake} className={LINE}>
              <Icon name="alert" className="mt-0.5 text-danger" />
              <p className="leading-[1.4] [overflow-wrap:anywhere]">{mistake}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const LINE = 'grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 border-t border-line py-3 last:border-b';
