import { useCallback, useEffect, useState } from 'react';
import { afterNextFrame } from '../../components/after-next-frame.ts';

/** Runs after this long without another call. */
const QUIET_MS = 1_000;
/** Upper limit while calls keep coming. */
const WAIT_MAX_MS = 5_000;

/**
 * Returns a function that runs callbacks after a second without calls, at once when the page is hidden, and in the next frame
 * when this view is left. Use it for work that the next tap must not wait for.
 */
export function useQuietOrLeft(): (call: () => void) => void {
  const [queue] = useState(createQueue);
  useEffect(() => {
    const look = () => document.hidden && queue.flush();
    queue.enter();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      queue.leave();
    };
  }, [queue]);
  return useCallback((call) => queue.add(call), [queue]);
}

function createQueue() {
  let waiting: (() => void)[] = [];
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;
  const queue = {
    enter() {
      isLeft = false;
    },
    leave() {
      isLeft = true;
      afterNextFrame(queue.flush);
    },
    add(call: () => void) {
      if (waiting.length === 0) since = performance.now();
      waiting.push(call);
      clearTimeout(timer);
      if (isLeft) afterNextFrame(queue.flush);
      else timer = setTimeout(queue.flush, Math.min(QUIET_MS, since + WAIT_MAX_MS - performance.now()));
    },
    flush() {
      clearTimeout(timer);
      const calls = waiting;
      waiting = [];
      for (const call of calls) call();
    },
  };
  return queue;
}
