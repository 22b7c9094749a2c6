import type { DeviceMedia } from './device-media.ts';
import { readSettings } from './settings.ts';
import type { Store } from './store.ts';

/**
 * From this size on a file goes with the app open only, one at a time, and on a line that costs nothing (design sections
 * 4 and 5): a service worker is not given the time, two large ones on one bar of signal help neither, and 500 MB are a
 * month's allowance for some.
 */
export const LARGE_FILE_BYTES = 20 * 1_048_576;

export const isLarge = ({ size, state }: DeviceMedia) => state !== 'uploaded' && size > LARGE_FILE_BYTES;

/** `untold`: a phone whose browser does not say what it is on. */
export type LineKind = 'free' | 'metered' | 'untold';
export type LargeFiles = 'wifi' | 'any';

/** Why a large file is held back: until there is Wi-Fi, or until its person has said what to do on such a line. */
export type Hold = 'wifi' | 'ask';

export interface LineFacts {
  line: LineKind;
  largeFiles: LargeFiles | null;
}

export const readLineFacts = async (store: Store): Promise<LineFacts> => lineFactsOf(await readSettings(store, ['line', 'largeFiles']));

export function lineFactsOf({ line = 'free', largeFiles = null }: { line?: LineKind; largeFiles?: LargeFiles | null }): LineFacts {
  return { line, largeFiles };
}

/** Null: the file may go. */
export function holdOf(media: DeviceMedia, { line, largeFiles }: LineFacts): Hold | null {
  if (!isLarge(media) || line === 'free' || largeFiles === 'any' || media.onAnyLine) return null;
  return line === 'untold' && largeFiles === null ? 'ask' : 'wifi';
}

/** What `navigator.connection` has (Network Information API), where a browser has it at all. */
interface Connection {
  type?: string;
  saveData?: boolean;
}

/** @param userAgent tells phones from the rest where the line is not told: at a desk nobody is asked */
export function lineKind(connection: Connection | undefined, userAgent: string): LineKind {
  if (connection?.saveData || connection?.type === 'cellular') return 'metered';
  if (connection?.type && connection.type !== 'unknown') return 'free';
  return /Android|iPhone|iPad|Mobile/.test(userAgent) ? 'untold' : 'free';
}
