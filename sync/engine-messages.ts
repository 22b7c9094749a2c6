import type { UnsyncedWork } from './sign-out.ts';

/** How a person leaves this device: with unsynced work locked on it, or with nothing left but what they agreed to lose. */
export type Leaving = { how: 'keep' } | { how: 'clear'; agreed: UnsyncedWork };

/** What the page tells the engine. */
export type ToEngine =
  | { type: 'start'; userId: string }
  | { type: 'visible' }
  | { type: 'try' }
  /** Locked work that cannot be opened is given up. */
  | { type: 'discard-locked'; id: string }
  | { type: 'leave'; leaving: Leaving };

/** What the engine tells the page; everything else goes through the store. */
export type FromEngine = { type: 'signed-out' } | { type: 'beta-refused' } | { type: 'left' } | { type: 'not-left'; message: string };
