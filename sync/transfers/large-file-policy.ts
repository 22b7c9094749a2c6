import type { DeviceMedia } from '../store/media-row.ts';
import type { LargeFiles, NetworkKind } from '../store/setting-values.ts';
import { readSettings } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

/**
 * Files above this size upload only while the app is open, one at a time, and on an unmetered connection (R95). Service
 * workers get too little time, parallel uploads share a weak signal, and mobile allowances are small.
 */
export const LARGE_FILE_BYTES = 20 * 1_048_576;

export const isLarge = ({ size, state }: DeviceMedia) => state !== 'uploaded' && size > LARGE_FILE_BYTES;

/** What a held-back large file waits for: Wi-Fi, or the person's decision about connections of an unknown kind. */
export type Hold = 'wifi' | 'ask';

export interface NetworkFacts {
  network: NetworkKind;
  largeFiles: LargeFiles | null;
}

export const readNetworkFacts = async (store: Store): Promise<NetworkFacts> =>
  networkFactsOf(await readSettings(store, ['line', 'largeFiles']));

export function networkFactsOf({
  line: network = 'free',
  largeFiles = null,
}: {
  line?: NetworkKind;
  largeFiles?: LargeFiles | null;
}): NetworkFacts {
  return { network, largeFiles };
}

/** Null if the file may upload now. */
export function holdOf(media: DeviceMedia, { network, largeFiles }: NetworkFacts): Hold | null {
  if (!isLarge(media) || network === 'free' || largeFiles === 'any' || media.onAnyLine) return null;
  return network === 'untold' && largeFiles === null ? 'ask' : 'wifi';
}

/** The part of `navigator.connection` (Network Information API) that we use; some browsers lack it. */
interface Connection {
  type?: string;
  saveData?: boolean;
}

/** @param userAgent identifies phones when the connection is unknown; only phones ask the person */
export function networkKind(connection: Connection | undefined, userAgent: string): NetworkKind {
  if (connection?.saveData || connection?.type === 'cellular') return 'metered';
  if (connection?.type && connection.type !== 'unknown') return 'free';
  return /Android|iPhone|iPad|Mobile/.test(userAgent) ? 'untold' : 'free';
}
