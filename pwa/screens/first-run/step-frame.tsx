import type { ReactNode } from 'react';
import { Brand } from '../../components/brand.tsx';
import type { Step } from '../../first-run/first-run-path.ts';
import { Screen } from '../../shell/screen.tsx';
import { StepMarks } from './step-marks.tsx';
import { TEXTS } from './texts.ts';

/** Props of every step's component. */
export interface StepProps {
  onNext: () => void;
  onLeave: () => void;
}

export interface StepFrameProps {
  step: Step;
  title: string;
  lead: string;
  children: ReactNode;
  /** The buttons that end the step. They stay visible while the rest scrolls, even above the phone's keyboard. */
  foot: ReactNode;
  /** Leaves the first run. */
  onLeave: () => void;
}

/** One step of the first run, without the app's header and navigation. */
export function StepFrame({ step, title, lead, children, foot, onLeave }: StepFrameProps) {
  return (
    <Screen title={TEXTS.documentTitle}>
      <div className="mx-auto grid min-h-svh max-w-[560px] grid-rows-[auto_minmax(0,1fr)_auto] md:min-h-0 md:pt-6">
        <header className="flex items-center gap-3 px-4 py-2 pt-[max(8px,env(safe-area-inset-top))]">
          <a
            href="/"
            aria-label="Longline"
            className="flex min-h-12 items-center text-ink"
            onClick={(event) => {
              event.preventDefault();
              onLeave();
            }}
          >
            <Brand />
          </a>
          <StepMarks step={step} />
        </header>
        <main id="main" className="px-4 pt-4 pb-6 [@media(max-height:480px)]:pt-1">
          <h1 tabIndex={-1} className="text-32 tracking-[-0.02em] [@media(max-height:480px)]:text-24">
            {title}
          </h1>
          <p className="mt-2 mb-6 text-ink-2 [@media(max-height:480px)]:mb-4">{lead}</p>
          {children}
        </main>
        <footer className="first-run-foot">{foot}</footer>
      </div>
    </Screen>
  );
}
