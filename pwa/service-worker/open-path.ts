/** The part of the service worker's `clients` that we need. */
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

/** Paths outside the app: sign-in, sign-out and API pages. */
const OUTSIDE = /^\/(api|objects|not-authorized)(\/|$)/;

/** Opens a path in the app: an existing window navigates without a reload, otherwise a new one opens. */
export async function openPath(windows: Windows, origin: string, path: string): Promise<void> {
  const all = await windows.matchAll({ type: 'window', includeUncontrolled: true });
  const own = all.filter(({ url }) => URL.canParse(url) && new URL(url).origin === origin && !OUTSIDE.test(new URL(url).pathname));
  const there = own.find(({ visibilityState }) => visibilityState === 'visible') ?? own[0];
  if (!there) {
    await windows.openWindow(path);
    return;
  }
  // Some browsers refuse to focus a window; navigate it anyway.
  await there.focus().catch(() => undefined);
  there.postMessage({ type: 'OPEN', path });
}
