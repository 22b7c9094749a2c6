import type { CSSProperties } from 'react';

/** Full: the server has it. Hollow: saved here. Amber: waiting. Filling: uploading. Red: failed. */
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
