import { useEffect, useRef, useState } from 'react';
import { useBusyWhile } from '../components/busy.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { FileRefused } from '../../sync/media/check-file.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { formatLength } from '../dates/format-date.ts';
import { fileRefusalWords } from '../media/file-refusal-words.ts';
import { storeFilmWhileRecording } from '../media/media-worker-client.ts';
import { useWakeLock } from '../components/use-wake-lock.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { photograph, type Recording, record } from './recorder.ts';
import { TEXTS } from './texts.ts';
import { type Camera, useCamera } from './use-camera.ts';

export interface CameraDialogProps {
  kind: 'film' | 'picture';
  /** Draft of the form that opened the camera. */
  draftKey: string;
  onTaken: (file: File) => void;
  /** Called with a video that is already stored on this device. */
  onFilmed: (mediaId: string) => void;
  onClose: () => void;
}

/** An in-app camera, for browsers that open no camera from the file picker. Closing it while it records keeps the video. */
export function CameraDialog({ kind, draftKey, onTaken, onFilmed, onClose }: CameraDialogProps) {
  const ports = usePorts();
  const store = useStore();
  const camera = useCamera(kind === 'film');
  const view = useRef<HTMLVideoElement>(null);
  const recording = useRef<Recording | null>(null);
  const [since, setSince] = useState<number | null>(null);
  useWakeLock(since !== null);
  useBusyWhile(since !== null, 'recording a film');

  useEffect(() => {
    if (view.current && camera.state === 'open') view.current.srcObject = camera.stream;
  }, [camera]);

  const start = () => {
    if (camera.state !== 'open') return;
    recording.current = record(camera.stream, ports.now(), (about) => storeFilmWhileRecording(store.userId, { ...about, draftKey }));
    setSince(ports.now());
    recording.current.film.then(
      ({ mediaId, ended }) => {
        if (ended !== 'stopped') showToast({ description: TEXTS.ended[ended] });
        onFilmed(mediaId);
        onClose();
      },
      (error: unknown) => {
        showError(error instanceof FileRefused ? fileRefusalWords(error.refusal) : TEXTS.nothing);
        setSince(null);
      },
    );
  };
  const take = async () => {
    if (!view.current?.videoWidth) return;
    onTaken(await photograph(view.current, ports.now()));
    onClose();
  };

  const ready = camera.state === 'open';
  return (
    <Dialog
      open
      title={kind === 'film' ? TEXTS.film : TEXTS.photograph}
      onClose={() => (since === null ? onClose() : recording.current?.stop())}
      foot={
        kind === 'picture' ? (
          <Button tone="primary" icon="camera" disabled={!ready} onClick={() => void take()}>
            {TEXTS.take}
          </Button>
        ) : since === null ? (
          <Button tone="primary" icon="film" disabled={!ready} onClick={start}>
            {TEXTS.record}
          </Button>
        ) : (
          <>
            <Elapsed since={since} />
            <Button tone="primary" icon="stop" onClick={() => recording.current?.stop()}>
              {TEXTS.stop}
            </Button>
          </>
        )
      }
    >
      {ready ? (
        <video
          ref={view}
          aria-label={TEXTS.view}
          autoPlay
          muted
          playsInline
          className="block aspect-video w-full rounded-card bg-black object-contain"
        />
      ) : (
        <p role="status" className="grid aspect-video place-items-center rounded-card bg-sunken p-4 text-center">
          {wordsOf(camera)}
        </p>
      )}
    </Dialog>
  );
}

function Elapsed({ since }: { since: number }) {
  const ports = usePorts();
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(ports.now()), 500);
    return () => clearInterval(timer);
  }, [ports]);
  return <p className="me-auto font-semi">{TEXTS.recording(formatLength((now - since) / 1_000))}</p>;
}

function wordsOf({ state }: Camera): string {
  if (state === 'denied') return TEXTS.denied;
  return state === 'none' ? TEXTS.none : TEXTS.opening;
}
