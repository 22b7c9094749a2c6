import { IconButton } from '../../components/icon-button.tsx';

interface StepperProps {
  label: string;
  value: string;
  hint?: string | undefined;
  /** Names of the two buttons. */
  less: string;
  more: string;
  onStep: (steps: 1 | -1) => void;
}

/** A value with a button on either side, for a thumb in a glove. */
export function Stepper({ label, value, hint, less, more, onStep }: StepperProps) {
  return (
    <div role="group" aria-label={label} className="field-stepper">
      <span className="min-w-0 grow">
        {label}
        {hint && <span className="block text-15 font-regular text-ink-2">{hint}</span>}
      </span>
      <IconButton icon="minus" label={less} onClick={() => onStep(-1)} />
      <output className="field-value">{value}</output>
      <IconButton icon="plus" label={more} onClick={() => onStep(1)} />
    </div>
  );
}
