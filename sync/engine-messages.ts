/** How a person leaves this device: with unsynced work locked on it, or with nothing left. */
export type Leaving = 'keep' | 'clear';

/** What the page tells the engine. */
export type ToEngine = { type: 'start'; userId: string } | { type: 'visible' } | { type: 'try' } | { type: 'leave'; leaving: Leaving };

/** What the engine tells the page; everything else goes through the store. */
export type FromEngine = { type: 'signed-out' } | { type: 'beta-refused' } | { type: 'left' } | { type: 'not-left'; message: string };
