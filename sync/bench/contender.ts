/** One sync engine under test. Every promise resolves once the result is on disk. */
export interface Contender {
  /** Opens an empty device. `name` distinguishes the devices in one browser. */
  openDevice(name: string): Promise<BenchDevice>;
}

export interface BenchDevice {
  /** Reads everything new. @returns the number of sessions the device then holds */
  pull(): Promise<number>;
  /** Creates sessions on the device without sending them. */
  write(titles: readonly string[]): Promise<void>;
  /** Sends the queue. Resolves once the server has confirmed everything. */
  send(): Promise<void>;
  /** Starts syncing continuously. Resolves once the connection for updates is open. */
  follow(): Promise<void>;
  /**
   * Resolves once a session with this title is among the newest in the device's database, queried as for a screen's
   * list.
   */
  sees(title: string): Promise<void>;
}

/** Number of sessions on a screen. */
export const LIST = 20;

/** The person's id, from the page's address. */
export const userId = new URLSearchParams(location.search).get('user') ?? '';

/** Exposes the page's contender to the runner. */
export function enter(contender: Contender): void {
  Object.assign(globalThis, { contender });
}

/** Resolves once the newest sessions include this title. */
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
