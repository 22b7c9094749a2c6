import { percent } from './percent.ts';

export interface ProgressProps {
  /** What the bar measures, for screen readers: 'Uploaded'. */
  label: string;
  /** From 0 to 1. */
  fraction: number;
}

/** A progress bar: a line with a knot at the current fraction. */
export function Progress({ label, fraction }: ProgressProps) {
  const done = Math.min(1, Math.max(0, fraction));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(done * 100)}
      aria-valuetext={percent(done)}
      className="relative my-2 h-[3px] rounded-full bg-line"
    >
      <div
        className="absolute inset-0 origin-left rounded-full bg-primary forced-colors:bg-[CanvasText]"
        style={{ transform: `scaleX(${done})` }}
      />
      <span className="absolute top-1/2 -mt-1.5 -ms-1.5 block" style={{ left: `${done * 100}%` }}>
        <span className="knot" />
      </span>
    </div>
  );
}
