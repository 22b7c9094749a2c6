import type { CSSProperties } from 'react';

/** Synced knots are filled, saved ones hollow, waiting ones amber, failed ones red; an uploading one fills gradually. */
export type KnotState = 'synced' | 'saved' | 'waiting' | 'uploading' | 'failed';

/** @param fraction from 0 to 1, for an upload */
export function Knot({ state = 'synced', fraction = 0 }: { state?: KnotState; fraction?: number }) {
  return (
    <span
      aria-hidden="true"
      className="knot"
      data-state={state}
      style={state === 'uploading' ? ({ '--turn': `${Math.round(fraction * 100)}%` } as CSSProperties) : undefined}
    />
  );
}
