import type { NewPartnerLink } from '../../api/contract/partner-links.ts';
import type { PushKind } from '../../api/contract/push.ts';

/** `untold`: a phone with a browser that does not report the connection. */
export type NetworkKind = 'free' | 'metered' | 'untold';
export type LargeFiles = 'wifi' | 'any';

/** The work that would be lost if this device were cleared now. */
export interface UnsyncedWork {
  changes: number;
  files: number;
  /** Typed into dialogs and not saved. */
  drafts: number;
}

/** A bundle that could not be opened, as shown to its owner. */
export interface LockedWork {
  id: string;
  /**
   * - `no-answer`: the server has not been reached since the sign-in
   * - `no-key`: the server no longer has the key
   * - `not-yet`: the server answered, but without the key
   * - `damaged`: the key does not open the bundle
   * - `failed`: this device could not restore the bundle
   */
  reason: 'no-answer' | 'no-key' | 'not-yet' | 'damaged' | 'failed';
  /** Null if an earlier app version sealed it without a date. */
  keptAt: number | null;
  work: UnsyncedWork | null;
}

/** Why nothing is sent although changes are pending. */
export type PauseReason = 'signed-out' | 'erased' | 'beta' | 'upgrade' | 'unknown';

/** Which notifications this browser gets while the app is closed; unset until the person decides. */
export interface PushSetting {
  on: boolean;
  kinds: readonly PushKind[];
  /** The server's id for this browser's subscription; null while there is none. */
  subscriptionId: string | null;
  /** Why there is no subscription although `on` is set: no network, or the browser's push service does not answer. */
  problem: 'offline' | 'browser' | null;
}

/** A link that this device may show. Its times are those of this device's clock, in milliseconds since 1970. */
export interface ReadyLink extends NewPartnerLink {
  madeAt: number;
  /** When the server last said that no one had used it. */
  checkedAt: number;
  /** It was on the screen since then. */
  wasShown: boolean;
  /** It was sent to someone, so another one is shown from the next check on. */
  wasShared: boolean;
}

/**
 * Values in a person's store besides rows, by name: facts about sync, and choices that workers read. Values that only
 * pages read, or read before the store opens, such as the theme, are in localStorage.
 */
export interface SettingValues {
  /** Whether the last request got an answer; `navigator.onLine` is not reliable enough. */
  connection: { reachable: boolean; at: number };
  pause: { reason: PauseReason } | null;
  /** When the last complete cycle ended, in milliseconds since 1970. */
  lastSyncedAt: number;
  /** How many of this device's changes the server has confirmed. */
  confirmedCount: number;
  /** Changed by any page to make the engine try now. */
  wake: string;
  /** When the person signed out. The store is deleted right after, unless a frozen tab holds it open. */
  leftAt: number;
  /** Ids of people who were asked whether this was their earlier account and do not want its content. */
  declinedBy: readonly string[];
  /** What was added of an earlier account whose store is not cleared yet, as JSON by that account's id. */
  adopted: Readonly<Record<string, string>>;
  /** Whether the person said that they are 18 or older, before this device had the profile that takes the answer. */
  saidAge: boolean;
  /** The public key that seals work (see lock-key.ts), fetched while signed in. */
  keepKey: JsonWebKey;
  /** Set once the training days of an older version were checked; see `mendDays`. */
  daysChecked: true;
  /** The wrapped private half of `keepKey`, as last fetched, and the epoch of the server's history at that time. */
  keepKeyHeld: { wrapped: string | null; epoch: string | null };
  /** When another key replaced one that the server had lost for good; null once the person has seen it. */
  keepKeyReplacedAt: number | null;
  /** Locked work of this person that has not opened yet. */
  lockedWork: readonly LockedWork[];
  /** Whether files stay on this device after the server has confirmed them; yes by default (R277). */
  keepMedia: boolean;
  push: PushSetting;
  /** The kind of network this device is on, written by the worker that runs the uploads. Stored under an older name. */
  line: NetworkKind;
  /** The largest part of an upload that passes on the way to the server, and when this was learnt. Unset: no limit is known. */
  partLimit: { bytes: number; at: number };
  /** When large files upload. Unset: only on a connection known to be free; if that is unknown, ask the person once. */
  largeFiles: LargeFiles;
  /** A link to become partners that can be shown without a connection. */
  partnerLink: ReadyLink;
  /** The set that field mode shows, and since when; null once it was left. After a crash, the app opens it again. */
  fieldSet: { id: string; at: number } | null;
}

export interface Setting {
  key: string;
  value: unknown;
}
