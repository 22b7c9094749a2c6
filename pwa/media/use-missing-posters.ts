import { useEffect, useRef } from 'react';
import type { DeviceMedia } from '../../sync/store/media-row.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';

/** True if no page has tried to make the poster: another app shared the file, or the page closed too early. */
const lacksPoster = ({ poster, posterState, fileName, state }: DeviceMedia) =>
  poster === null && posterState === 'none' && fileName !== null && state !== 'writing';

/** Leave the page that stored the file this much time to make the poster itself. */
const PATIENCE_MS = 15_000;

/** Makes missing posters, one at a time. Workers can't do it: only a page can decode video. */
export function useMissingPosters(): void {
  const store = useStore();
  const ports = usePorts();
  const tried = useRef(new Set<string>());
  const next = useLive(
    () =>
      store.media
        .where('posterState')
        .equals('none')
        .filter((media) => lacksPoster(media) && !tried.current.has(media.id))
        .first(),
    [store],
  );
  useEffect(() => {
    if (!next?.fileName) return;
    const { id } = next;
    const from = next.byServiceWorker || next.filmed === 'recovered' ? 0 : next.createdAt + PATIENCE_MS;
    const makePoster = async () => {
      if (!lacksPoster((await store.media.get(id)) ?? next)) return;
      tried.current.add(id);
      // Load this code only if a poster is missing.
      await (await import('./describe-on-device.ts')).describeOnDevice(store, ports, id);
    };
    const timer = setTimeout(() => void makePoster().catch(() => undefined), Math.max(0, from - ports.now()));
    return () => clearTimeout(timer);
  }, [next, ports, store]);
}
