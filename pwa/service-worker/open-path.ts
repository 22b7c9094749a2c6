/** What is needed of the service worker's `clients`. */
export interface Windows {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>;
  openWindow(url: string): Promise<unknown>;
}

export interface OpenWindow {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

/** Paths that are no page of the app: signing in and out, and pages of the API. */
const OUTSIDE = /^\/(api|objects|not-authorized)(\/|$)/;

/** Brings the app to a page: the window that is there goes to it without a reload, else a new one opens. */
export async function openPath(windows: Windows, origin: string, path: string): Promise<void> {
  const all = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const own = all.filter(({ url }) => URL.canParse(url) && new URL(url).origin === origin && !OUTSIDE.test(new URL(url).pathname));
  const there = own.find(({ visibilityState }) => visibilityState === 'visible') ?? own[0];
  if (!there) {
    await windows.openWindow(path);
    return;
  }
  // A browser that lets no page come forward still shows the right one.
  await there.focus().catch(() => undefined);
  there.postMessage({ type: 'OPEN', path });
}
