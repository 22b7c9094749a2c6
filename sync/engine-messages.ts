/** What the page tells the engine. */
export type ToEngine = { type: 'start'; userId: string } | { type: 'visible' } | { type: 'try' };
/** What the engine tells the page; everything else goes through the store. */
export type FromEngine = { type: 'signed-out' } | { type: 'beta-refused' };
