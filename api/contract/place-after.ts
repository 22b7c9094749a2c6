/** The position of a new set: after the last one of its session. */
export const placeAfter = (sets: readonly { position: number }[]): number => Math.max(-1, ...sets.map(({ position }) => position)) + 1;
