import { classNames } from '../../components/class-names.ts';
import { STEPS, type Step } from '../../first-run/first-run-path.ts';
import { TEXTS } from './texts.ts';

/** The steps as knots on a line: filled when done, with a dot for the current one. */
export function StepMarks({ step }: { step: Step }) {
  return (
    <svg role="img" aria-label={TEXTS.step(step, STEPS.length)} viewBox="0 0 100 24" className="ms-auto h-6 w-25 flex-none text-primary">
      <path d="M0 12H100" stroke="currentColor" strokeWidth="3" />
      {STEPS.map((each) => (
        <g key={each} className={classNames(each > step && 'text-control')}>
          <circle
            cx={each * 30 - 10}
            cy="12"
            r="8.5"
            stroke="currentColor"
            strokeWidth="3"
            className={each < step ? 'fill-current' : 'fill-paper'}
          />
          {each === step && <circle cx={each * 30 - 10} cy="12" r="3.5" fill="currentColor" />}
        </g>
      ))}
    </svg>
  );
}
