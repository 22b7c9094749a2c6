/**
 * The topic that a person's event streams listen to besides feeds (`PokeHub`). Published after one of their sign-ins has
 * ended or their beta access was removed, so that each stream checks whether it may continue.
 */
export const accessTopic = (userId: string): string => `access:${userId}`;
