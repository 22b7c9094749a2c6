const MINUTE_MS = 60_000;
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365.25 * 24 * 60],
  ['month', (365.25 * 24 * 60) / 12],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
];

const format = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' });

/**
 * 'x minutes ago' (R84). A moment in the future (the device's clock is slow) reads 'just now'.
 * @param moment ISO 8601
 */
export function relativeTime(moment: string, now: number): string {
  const minutes = (now - Date.parse(moment)) / MINUTE_MS;
  const step = STEPS.find(([, length]) => minutes >= length);
  if (!step) return 'just now';
  const [unit, length] = step;
  return format.format(-Math.floor(minutes / length), unit);
}
