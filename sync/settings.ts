import type { PushKind } from '../api/contract/push.ts';
import type { LargeFiles, LineKind } from './hold-large.ts';
import type { LockedWork } from './kept-store.ts';
import type { Store } from './store.ts';

/** Why nothing is sent although there is something to send. */
export type PauseReason = 'signed-out' | 'beta' | 'upgrade' | 'unknown';

/** What this browser shall tell while the app is closed; nobody has decided while there is none. */
export interface PushSetting {
  on: boolean;
  kinds: readonly PushKind[];
  /** Under what id the server tells this browser; null while it does not. */
  subscriptionId: string | null;
  /** Why it does not although it should: no network, or a browser whose push service does not answer. */
  problem: 'offline' | 'browser' | null;
}

/** Facts about this device's sync that outlive the app, by name. */
export interface SettingValues {
  /** Whether the last request got an answer; the browser's own word on it is not enough. */
  connection: { reachable: boolean; at: number };
  pause: { reason: PauseReason; message: string } | null;
  /** Milliseconds of the last time that all was sent and read. */
  lastSyncedAt: number;
  /** How many changes the server has confirmed to this device. */
  confirmedCount: number;
  /** Changed to make the engine try now, from whatever page. */
  wake: string;
  /** When its person left this device. The store goes at once; it may be held open by a tab that stands still. */
  leftAt: number;
  /** The key that locks kept work (see keep-key.ts), delivered while signed in. */
  keepKey: JsonWebKey;
  /** Set once the training days of an older version were checked; see `mendDays`. */
  daysChecked: true;
  /** What was last learned of that key from the server, and of which of its histories. */
  keepKeyHeld: { wrapped: string | null; epoch: string | null };
  /** When the server turned out to have lost that key for good and another took its place; until its person has read so. */
  keepKeyReplacedAt: number | null;
  /** Locked work of this person that could not be opened. */
  lockedWork: readonly LockedWork[];
  /** Whether files stay on this device after the server has confirmed them; yes unless told. */
  keepMedia: boolean;
  push: PushSetting;
  /** What is known of the line that this device is on, written by whoever runs the uploads. */
  line: LineKind;
  /** When large files go; not set: only where the browser tells that the line is free, else their person is asked once. */
  largeFiles: LargeFiles;
}

export interface Setting {
  key: string;
  value: unknown;
}

export async function readSetting<K extends keyof SettingValues>(store: Store, key: K) {
  return (await store.settings.get(key))?.value as SettingValues[K] | undefined;
}

/** Several at once, by one request: each on its own is a transaction, and every card of a list asks. */
export async function readSettings<K extends keyof SettingValues>(store: Store, keys: readonly K[]): Promise<Partial<Pick<SettingValues, K>>> {
  const rows = await store.settings.bulkGet([...keys]);
  return Object.fromEntries(rows.flatMap((row) => (row ? [[row.key, row.value]] : []))) as Partial<Pick<SettingValues, K>>;
}

export async function writeSetting<K extends keyof SettingValues>(store: Store, key: K, value: SettingValues[K]) {
  await store.settings.put({ key, value });
}
