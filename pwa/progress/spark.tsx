import { nearestPercent } from '../components/percent.ts';
import { FEWEST_REPS, type Week } from './exercise-progress.ts';
import { PUSH_SHARE } from './rule-of-five.ts';
import { PROGRESS_TEXTS as TEXTS } from './texts.ts';

const WIDTH = 108;
const HEIGHT = 30;
const EDGE = 4;

const heightOf = (share: number) => HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE);

/** The share of hits of each week with enough reps, as a line; a text if there are fewer than two. */
export function Spark({ weeks }: { weeks: readonly Week[] }) {
  const points = weeks.flatMap(({ hits, reps }, place) =>
    reps < FEWEST_REPS
      ? []
      : [{ x: EDGE + (place * (WIDTH - 2 * EDGE)) / (weeks.length - 1), y: heightOf(hits / reps), share: hits / reps }],
  );
  const last = points.at(-1);
  if (!last || points.length < 2) return <span className="skill-few">{TEXTS.tooFewForLine}</span>;
  return (
    <svg className="skill-spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={TEXTS.spark(nearestPercent(last.share))}>
      <path d={`M0 ${heightOf(PUSH_SHARE)}h${WIDTH}`} className="stroke-control" strokeDasharray="2 4" />
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
        className="stroke-ink-2"
      />
      <circle cx={last.x} cy={last.y} r={4} className="fill-primary" />
    </svg>
  );
}
