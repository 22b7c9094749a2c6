import type { UnsyncedWork } from './store/setting-values.ts';

/**
 * How a person signs out: unsynced work stays locked on the device, or everything is cleared, including the work that
 * the person agreed to lose.
 */
export type Leaving = { how: 'keep' } | { how: 'clear'; agreed: UnsyncedWork };

/** `adopt`: its content becomes part of the log. `decline`: it leaves the device. */
export type EarlierAccountWish = 'adopt' | 'decline';

/** Messages from the page to the engine. */
export type ToEngine =
  /** `isSignedIn`: the server has signed this person in on this device, so everyone else is signed out of it. */
  | { type: 'start'; userId: string; isSignedIn: boolean }
  | { type: 'visible' }
  | { type: 'try' }
  /** Discards locked work that cannot be opened. */
  | { type: 'discard-locked'; id: string }
  | { type: 'leave'; leaving: Leaving }
  /** What the person wants with the content of their earlier account. */
  | { type: 'earlier-account'; id: string; wish: EarlierAccountWish };

/** Messages from the engine to the page; everything else goes through the store. */
export type FromEngine =
  | { type: 'signed-out' }
  /** Of this person, or of someone else whose unsynced work only this device has. */
  | { type: 'account-erased'; userId: string }
  | { type: 'beta-refused' }
  /** Another tab is about to seal or clear this person's work. */
  | { type: 'leaving' }
  | { type: 'left' }
  | { type: 'not-left'; message: string }
  | { type: 'earlier-account-done'; id: string }
  | { type: 'earlier-account-failed'; id: string; message: string };
