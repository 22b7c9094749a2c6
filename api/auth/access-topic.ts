/**
 * What a person's open event streams listen to besides feeds (`PokeHub`): published after a sign-in of theirs has ended or
 * their beta access was removed, so that each stream looks again whether it may go on.
 */
export const accessTopic = (userId: string): string => `access:${userId}`;
