/** One way of keeping a device in step with a server, as the bench drives it. Every promise resolves when it is done on disk. */
export interface Contender {
  /** A device without anything on it. `name` tells the devices of one browser apart. */
  openDevice(name: string): Promise<BenchDevice>;
}

export interface BenchDevice {
  /** Reads all that is new. @returns how many sessions the device holds then */
  pull(): Promise<number>;
  /** Makes so many new sessions on the device; nothing leaves it. */
  write(titles: readonly string[]): Promise<void>;
  /** Sends what was written. Resolves when the server has confirmed all of it. */
  send(): Promise<void>;
  /** From now on it sends and reads by itself. Resolves when it hears the server. */
  follow(): Promise<void>;
  /** Resolves when a session with this title is among the newest in the device's own database, as a list on the screen reads them. */
  sees(title: string): Promise<void>;
}

/** So many sessions stand on a screen. */
export const LIST = 20;

/** What the page of the bench is told by its address. */
export const userId = new URLSearchParams(location.search).get('user') ?? '';

/** Where the runner finds the contender of a page. */
export function enter(contender: Contender): void {
  Object.assign(globalThis, { contender });
}

/** Resolves when the newest sessions are told with this title among them. */
export const seenIn = (
  title: string,
  newest: { subscribe(next: (sessions: readonly { title: string }[]) => void): { unsubscribe(): void } },
) =>
  new Promise<void>((seen) => {
    const watching = newest.subscribe((sessions) => {
      if (!sessions.some((session) => session.title === title)) return;
      seen();
      setTimeout(() => watching.unsubscribe());
    });
  });
