import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { formatMoment } from '../../dates/format-date.ts';
import { deviceZone } from '../../dates/training-moment.ts';
import { TEXTS } from './texts.ts';
import { useDecisions } from './use-reports.ts';

/** The latest lines of the log of decisions. */
export function DecisionLog() {
  const { rows } = useDecisions();
  if (!rows || rows.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="pb-2">{TEXTS.log}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {rows.map((line) => (
          <ItemBoundary key={line.id} what="decision" id={line.id} resetKey={line}>
            <li className="py-2 [overflow-wrap:anywhere]">
              <b className="font-semi">{TEXTS.logLine(TEXTS.actions[line.action], line.number)}</b>
              {line.person && <span className="text-ink-2"> · {line.person}</span>}
              <p dir="auto" className="text-ink-2">
                {line.note}
              </p>
              <p className="text-15 text-ink-3">
                {TEXTS.by(line.admin)} · {formatMoment(line.at, deviceZone())}
              </p>
            </li>
          </ItemBoundary>
        ))}
      </ul>
    </section>
  );
}
