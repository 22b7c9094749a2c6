import { useState } from 'react';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import { FileRefused } from '../../../sync/media/check-file.ts';
import { Button } from '../../components/button.tsx';
import { percent } from '../../components/percent.ts';
import { showError } from '../../components/toast-store.ts';
import { useDeviceWord } from '../../components/use-is-phone.ts';
import { fileRefusalWords } from '../../media/file-refusal-words.ts';
import { downloadForViewing } from '../../media/media-worker-client.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { TEXTS } from './texts.ts';

/** Downloads the person's own media for offline playback, if it was added on another device or freed on this one. */
export function DownloadButton({ session: { video, media, owner } }: { session: SessionCard }) {
  const store = useStore();
  const device = useDeviceWord();
  // Whole percents limit re-renders: a fast connection delivers hundreds of chunks a second.
  const [done, setDone] = useState<string | null>(null);
  const isHere = media !== null && media.fileName !== null;
  if (!owner.isMe || !video.videoUrl || isHere) return null;

  const fetchIt = async (objectPath: string) => {
    setDone(percent(0));
    try {
      const { stored } = downloadForViewing(store.userId, { videoId: video.id, objectPath, name: video.title }, (written, size) =>
        setDone(percent(written / size)),
      );
      await stored;
    } catch (error) {
      showError(error instanceof FileRefused ? fileRefusalWords(error.refusal) : TEXTS.keepFailed);
    }
    setDone(null);
  };
  return (
    <Button tone="quiet" icon="download" pending={done !== null && TEXTS.keeping(done)} onClick={() => void fetchIt(video.videoUrl ?? '')}>
      <span>{TEXTS.keepHere(device)}</span>
    </Button>
  );
}
