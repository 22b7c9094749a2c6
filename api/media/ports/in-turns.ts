interface Waiting {
  owner: string;
  start: () => void;
}

/**
 * Runs one piece of work at a time. Owners take turns, so an owner waits for at most one piece of each other owner.
 * @returns a function that waits for its turn, then settles as `work` does
 */
export function inTurns(): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  let isBusy = false;
  let waiting: Waiting[] = [];
  /** Owners who had a turn since the queue was last empty, the latest last. */
  let served: string[] = [];

  const startNext = () => {
    // An owner without a turn comes first, then the one whose turn is longest ago. Equal ones stay in order of arrival.
    const [next] = waiting.toSorted((a, b) => served.indexOf(a.owner) - served.indexOf(b.owner));
    isBusy = next !== undefined;
    if (!next) {
      served = [];
      return;
    }
    waiting = waiting.filter((one) => one !== next);
    served = [...served.filter((owner) => owner !== next.owner), next.owner];
    next.start();
  };

  return async (owner, work) => {
    await new Promise<void>((start) => {
      waiting.push({ owner, start });
      if (!isBusy) startNext();
    });
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}
