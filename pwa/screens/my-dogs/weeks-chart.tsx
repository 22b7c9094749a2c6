import { useId } from 'react';
import type { TrainingWeek } from '../../../sync/queries/dog-record.ts';
import { formatShortDay } from '../../dates/format-date.ts';
import { TEXTS } from './texts.ts';

const HEIGHT = 60;
const BAR = 18;
const STEP = 26;
/** Minimum height, so that one session stays visible beside a week of twenty. */
const LEAST = 4;

/** Sessions of the last weeks as bars, with a table for screen readers. */
export function WeeksChart({ weeks }: { weeks: readonly TrainingWeek[] }) {
  const titleId = useId();
  const most = Math.max(...weeks.map(({ sessions }) => sessions));
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (most === 0 || !first || !last) return null;
  const width = weeks.length * STEP;
  const { title, from, sessions: count, thisWeek } = TEXTS.weeks;
  return (
    <figure className="mt-8" aria-labelledby={titleId}>
      <figcaption id={titleId} className="text-15 font-semi">
        {title}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT + 2}`} className="mt-3 w-full" aria-hidden="true">
        {weeks.map(({ monday, sessions }, index) => {
          const height = sessions === 0 ? 0 : Math.max(LEAST, (sessions / most) * HEIGHT);
          return (
            <rect
              key={monday}
              x={index * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              rx={2}
              className={index === weeks.length - 1 ? 'fill-primary' : 'fill-control'}
            />
          );
        })}
        <path d={`M0 ${HEIGHT + 1}h${width}`} className="stroke-control" />
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-13 text-ink-3">
        <span>{formatShortDay(first.monday)}</span>
        <span>{thisWeek(last.sessions)}</span>
      </p>
      {/* Hide a wrapper instead of the table: a table is never narrower than its content and would widen the dialog. */}
      <div className="sr-only">
        <table>
          <thead>
            <tr>
              <th scope="col">{from}</th>
              <th scope="col">{count}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ monday, sessions }) => (
              <tr key={monday}>
                <th scope="row">{formatShortDay(monday)}</th>
                <td>{sessions.toLocaleString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
