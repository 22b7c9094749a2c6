import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { CameraButtons } from '../camera/camera-buttons.tsx';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { isIos } from '../components/is-ios.ts';
import { type CurrentMedia, CurrentFile, PickedFile } from './media-file.tsx';
import type { PickedMedia } from './use-picked-media.ts';
import { Refusal } from './refusal.tsx';
import { FORM_TEXTS } from './texts.ts';

const ACCEPTED = 'video/*,image/*';

export interface MediaFieldProps {
  picked: PickedMedia;
  /** The current file, shown until another is picked. */
  current?: CurrentMedia | null;
  onRemoveCurrent?: () => void;
}

/** Picks one video or picture: from a file, the camera, drag and drop, or paste. */
export function MediaField({ picked, current = null, onRemoveCurrent }: MediaFieldProps) {
  const labelId = useId();
  const errorId = useId();
  const [over, setOver] = useState(false);
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0];
    if (!file) return;
    event.preventDefault();
    picked.pick(file);
  });
  useEffect(() => {
    const pasted = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', pasted);
    return () => document.removeEventListener('paste', pasted);
  }, []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) picked.pick(file);
  };
  return (
    <div
      role="group"
      aria-labelledby={labelId}
      aria-describedby={picked.refusal ? errorId : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className="grid gap-1.5"
    >
      <span id={labelId} className="text-15 font-semi">
        {FORM_TEXTS.media} <span className="font-regular text-ink-3">{FORM_TEXTS.optional}</span>
      </span>
      {picked.mediaId ? (
        <PickedFile picked={picked} />
      ) : current ? (
        <CurrentFile current={current}>
          <FileButton icon="plus" label={FORM_TEXTS.replace} accept={ACCEPTED} onPick={picked.pick} />
          <Button tone="quiet" onClick={onRemoveCurrent}>
            {FORM_TEXTS.removeMedia}
          </Button>
        </CurrentFile>
      ) : (
        <div
          className={classNames(
            'grid gap-2 rounded-control pointer-fine:border pointer-fine:border-dashed pointer-fine:border-control pointer-fine:p-3',
            over && 'bg-sunken',
          )}
        >
          <div className="grid grid-cols-2 gap-2 pointer-fine:flex pointer-fine:flex-wrap pointer-fine:items-center [&>:first-child]:col-span-2">
            <FileButton icon="plus" label={FORM_TEXTS.choose} accept={ACCEPTED} onPick={picked.pick} />
            <FileButton icon="film" label={FORM_TEXTS.film} accept="video/*" camera onPick={picked.pick} />
            <FileButton icon="camera" label={FORM_TEXTS.photograph} accept="image/*" camera onPick={picked.pick} />
            <CameraButtons draftKey={picked.draftKey} onTaken={picked.pick} onFilmed={picked.take} />
            <span className="hidden text-15 text-ink-2 pointer-fine:inline">{FORM_TEXTS.dropHint}</span>
          </div>
          <p className="text-15 text-ink-3">{FORM_TEXTS.limits}</p>
        </div>
      )}
      {!picked.mediaId && isIos() && <p className="text-15 text-ink-3">{FORM_TEXTS.chooseFromFiles}</p>}
      {picked.refusal && <Refusal id={errorId} words={picked.refusal} />}
    </div>
  );
}

export interface FileButtonProps {
  icon: 'plus' | 'film' | 'camera' | 'picture';
  label: string;
  accept: string;
  /** Opens the camera directly. Hidden on desktops, where it would only open the file dialog. */
  camera?: boolean;
  onPick: (file: File) => void;
}

export function FileButton({ icon, label, accept, camera = false, onPick }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={icon} className={camera ? 'pointer-fine:hidden' : undefined} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        {...(camera && { capture: 'environment' })}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allow picking the same file again after a refusal or removal.
          event.target.value = '';
          if (file) onPick(file);
        }}
      />
    </>
  );
}
