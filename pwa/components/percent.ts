const NO_BREAK_SPACE = '\u00a0';

/** '42 %': rounded down, and 100 only when complete. */
export function percent(fraction: number): string {
  const whole = fraction >= 1 ? 100 : Math.min(99, Math.max(0, Math.floor(fraction * 100)));
  return `${whole}${NO_BREAK_SPACE}%`;
}

/** '79 %': the nearest one, for a share. 0 and 100 only when exact. */
export function nearestPercent(share: number): string {
  const whole = share <= 0 ? 0 : share >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(share * 100)));
  return `${whole}${NO_BREAK_SPACE}%`;
}
