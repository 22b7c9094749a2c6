import { formatBytes } from '../dates/format-date.ts';

/** Separate from the tray's other texts because cards use them, too. */
const TEXTS = {
  speed: (amount: string) => `${amount}/s`,
  left: (words: string) => `about ${words} left`,
  seconds: (count: number) => `${count} s`,
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
} as const;

/** Speed and remaining time of an upload: '3.1 MB/s · about 2 min left'; empty while the speed is unknown. */
export function paceWords({ bytesPerSecond, secondsLeft }: { bytesPerSecond: number; secondsLeft: number | null }): string {
  const speed = bytesPerSecond > 0 && TEXTS.speed(formatBytes(bytesPerSecond));
  return [speed, secondsLeft !== null && timeLeftWords(secondsLeft)].filter(Boolean).join(' · ');
}

/** 'about 2 min left', rounded. */
export function timeLeftWords(seconds: number): string {
  if (seconds < 60) return TEXTS.left(TEXTS.seconds(Math.max(5, Math.ceil(seconds / 5) * 5)));
  if (seconds < 3600) return TEXTS.left(TEXTS.minutes(Math.round(seconds / 60)));
  return TEXTS.left(TEXTS.hours(Math.round(seconds / 3600)));
}
