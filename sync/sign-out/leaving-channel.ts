/** Tells the other tabs of a person that their store is about to be sealed or cleared. */
export const leavingChannel = (userId: string): BroadcastChannel => new BroadcastChannel(`longline-leaving-${userId}`);
