import { classNames } from './class-names.ts';

/** A cue's steps, numbered, in order. `large` is for reading at arm's length. */
export function Steps({ steps, large = false, className }: { steps: readonly string[]; large?: boolean; className?: string }) {
  return (
    <ol className={classNames('grid gap-3 [overflow-wrap:anywhere]', large && 'text-24', className)}>
      {steps.map((step, index) => (
        <li key={index} className="grid grid-cols-[2em_minmax(0,1fr)]">
          <span aria-hidden="true" className="font-semi text-ink-3">
            {index + 1}
          </span>
          <span dir="auto">{step}</span>
        </li>
      ))}
    </ol>
  );
}
