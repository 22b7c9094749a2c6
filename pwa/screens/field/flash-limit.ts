/** At most three flashes a second (WCAG 2.3.1). */
const APART_MS = 334;

/** Returns a function that says whether the screen may flash at this moment. An allowed flash starts the next interval. */
export function createFlashLimit(): (now: number) => boolean {
  let last = -Infinity;
  return (now) => {
    if (now - last < APART_MS) return false;
    last = now;
    return true;
  };
}
