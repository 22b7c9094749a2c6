/** After this long without a touch, scroll or key, no tap is in progress. */
const QUIET_MS = 1000;

const TOUCHES = ['pointerdown', 'pointermove', 'pointerup', 'wheel', 'scroll', 'keydown'] as const;

/**
 * Calls back after one second without a touch, scroll or key. Use this for changes that move controls under a thumb
 * (docs/decisions/0122). @returns cancels the call
 */
export function whenQuiet(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      end();
      call();
    }, QUIET_MS);
  };
  const end = () => {
    clearTimeout(timer);
    for (const touch of TOUCHES) removeEventListener(touch, wait, { capture: true });
  };
  for (const touch of TOUCHES) addEventListener(touch, wait, { capture: true, passive: true });
  wait();
  return end;
}
