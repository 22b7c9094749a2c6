import type { NavigateOptions } from 'react-router-dom';

/** The first run has a page of its own, outside the shell. */
export const FIRST_RUN_PATH = '/welcome';

export const STEPS = [1, 2, 3] as const;
export type Step = (typeof STEPS)[number];

/** History state of the first run's entries: the log led here, not a typed address. It survives a reload. */
export const LED_HERE: NavigateOptions = { state: { firstRun: true } };

export const isLedHere = (state: unknown): boolean => (state as { firstRun?: unknown } | null)?.firstRun === true;
