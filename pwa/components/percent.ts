const NO_BREAK_SPACE = '\u00a0';

/** '42 %': whole steps, and never 100 before all is there. */
export function percent(fraction: number): string {
  const whole = fraction >= 1 ? 100 : Math.min(99, Math.max(0, Math.floor(fraction * 100)));
  return `${whole}${NO_BREAK_SPACE}%`;
}
