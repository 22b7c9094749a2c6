import { useEffect, useRef } from 'react';
import type { DeviceMedia } from '../../sync/device-media.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';

/** Kept, and no poster was tried yet: shared into the app, or the page went away too early. */
const lacksPoster = ({ poster, posterState, fileName, state }: DeviceMedia) =>
  poster === null && posterState === 'none' && fileName !== null && state !== 'writing';

/** How long a file's own page has for it before another makes it up. */
const PATIENCE_MS = 15_000;

/** Makes the posters that are missing, one after the other: only a page can decode. */
export function useMadeUpPosters(): void {
  const store = useStore();
  const ports = usePorts();
  const tried = useRef(new Set<string>());
  const next = useLive(
    () => store.media.where('posterState').equals('none').filter((media) => lacksPoster(media) && !tried.current.has(media.id)).first(),
    [store],
  );
  useEffect(() => {
    if (!next?.fileName) return;
    const { id } = next;
    const from = next.byServiceWorker || next.filmed === 'recovered' ? 0 : next.createdAt + PATIENCE_MS;
    const makeUp = async () => {
      if (!lacksPoster((await store.media.get(id)) ?? next)) return;
      tried.current.add(id);
      // Loaded only where there is something to make up.
      await (await import('./describe-on-device.ts')).describeOnDevice(store, ports, id);
    };
    const timer = setTimeout(() => void makeUp().catch(() => undefined), Math.max(0, from - ports.now()));
    return () => clearTimeout(timer);
  }, [next, ports, store]);
}
