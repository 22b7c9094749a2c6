/** Holds a shared Web Lock, which other tabs can see and wait for. @returns a function that releases it */
export function holdLock(name: string): () => void {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  if ('locks' in navigator) void navigator.locks.request(name, { mode: 'shared' }, () => released).catch(() => undefined);
  return letGo;
}
