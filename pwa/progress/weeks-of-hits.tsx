import { formatShortDay } from '../dates/format-date.ts';
import { classNames } from '../components/class-names.ts';
import { FEWEST_DRAWN, FEWEST_REPS, type Week } from './exercise-progress.ts';
import { PROGRESS_TEXTS as TEXTS } from './texts.ts';

interface WeeksOfHitsProps {
  weeks: readonly Week[];
  /** Shows the sets of a week. */
  onPick: (week: Week) => void;
}

const isThin = ({ reps }: Week) => reps < FEWEST_REPS;

/** The share of hits of each week as bars with their figures, and a table of the same that leads to the sets. */
export function WeeksOfHits({ weeks, onPick }: WeeksOfHitsProps) {
  return (
    <>
      <div className="weeks" aria-hidden="true">
        {weeks.map((week) => (
          <div key={week.monday} className={classNames('week', isThin(week) && 'thin')}>
            <div className="week-frame">
              {week.reps >= FEWEST_DRAWN && <div className="week-bar" style={{ height: `${(week.hits / week.reps) * 100}%` }} />}
            </div>
            {week.reps > 0 ? (
              <>
                <b>{week.hits}</b>
                <span>/{week.reps}</span>
              </>
            ) : (
              <span>{TEXTS.weeks.none}</span>
            )}
          </div>
        ))}
      </div>
      <div className="weeks-days" aria-hidden="true">
        {weeks
          .filter((_, place) => place % 2 === 0)
          .map(({ monday }) => (
            <span key={monday}>{formatShortDay(monday)}</span>
          ))}
      </div>
      {weeks.some((week) => week.reps >= FEWEST_DRAWN && isThin(week)) && <p className="mt-2 text-13 text-ink-3">{TEXTS.weeks.few}</p>}
      <details className="weeks-table">
        <summary>{TEXTS.weeks.table}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{TEXTS.weeks.from}</th>
              <th scope="col">{TEXTS.weeks.hits}</th>
              <th scope="col">{TEXTS.weeks.reps}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.monday} className={classNames(isThin(week) && 'thin')}>
                <th scope="row">
                  {week.reps > 0 ? (
                    <button type="button" onClick={() => onPick(week)}>
                      {formatShortDay(week.monday)}
                    </button>
                  ) : (
                    formatShortDay(week.monday)
                  )}
                </th>
                <td>{week.hits}</td>
                <td>{week.reps}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
