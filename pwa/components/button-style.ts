import { classNames } from './class-names.ts';

export type ButtonTone = 'primary' | 'plain' | 'quiet' | 'danger';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-control border text-center leading-tight font-semi no-underline ' +
  'transition-[opacity,transform] duration-120 ease-calm active:translate-y-px ' +
  'disabled:active:translate-y-0 aria-disabled:active:translate-y-0';

const OFF = 'disabled:text-ink-3 aria-disabled:text-ink-3';
const FRAMED_OFF = 'disabled:border-sunken disabled:bg-sunken aria-disabled:border-sunken aria-disabled:bg-sunken';
const BARE_OFF = 'disabled:hover:bg-transparent aria-disabled:hover:bg-transparent';

const TONES: Record<ButtonTone, string> = {
  primary: 'border-primary bg-primary text-on-primary hover:bg-primary-strong min-h-14 px-6 py-2 text-17',
  plain: 'border-control bg-surface text-ink hover:border-ink-2 hover:bg-sunken min-h-12 px-4 py-2 text-17',
  quiet: 'bare border-transparent text-ink-2 hover:bg-sunken hover:text-ink min-h-12 px-3 py-2 text-15',
  danger: 'bare border-transparent text-danger hover:bg-danger-ground min-h-12 px-3 py-2 text-15',
};

/** Class names of a button, or of a link that looks like one. */
export function buttonStyle(
  tone: ButtonTone,
  { compact = false, className }: { compact?: boolean; className?: string | undefined } = {},
): string {
  return classNames(
    BASE,
    TONES[tone],
    compact && tone === 'primary' && 'min-h-12! px-4!',
    OFF,
    tone === 'primary' || tone === 'plain' ? FRAMED_OFF : BARE_OFF,
    className,
  );
}
