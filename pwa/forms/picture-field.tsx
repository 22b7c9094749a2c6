import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DeviceMedia, MediaEntity } from '../../sync/store/media-row.ts';
import { FileRefused } from '../../sync/media/check-file.ts';
import { inspectFile } from '../../sync/media/inspect-file.ts';
import { Button } from '../components/button.tsx';
import { classNames } from '../components/class-names.ts';
import { Icon } from '../components/icon.tsx';
import { FileButton } from './media-field.tsx';
import { Refusal } from './refusal.tsx';
import { FORM_TEXTS } from './texts.ts';
import type { PickedMedia } from './use-picked-media.ts';
import { fileRefusalWords } from '../media/file-refusal-words.ts';
import { usePosterSource } from '../media/use-poster-source.ts';
import { stillOf } from './still-of.ts';

const CropPicture = lazy(async () => ({ default: (await import('./crop-picture.tsx')).CropPicture }));

export interface CurrentPicture {
  media: DeviceMedia | null;
  path: string | null;
}

export interface PictureFieldProps {
  /** The entity that the picture belongs to. */
  entity: Exclude<MediaEntity, 'videos'>;
  picked: PickedMedia;
  current: CurrentPicture | null;
  onRemoveCurrent: () => void;
}

/** Picks one square picture, from a picture or a video's frame. Crops it before storing: only the crop leaves the device. */
export function PictureField({ entity, picked, current, onRemoveCurrent }: PictureFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const labelId = useId();
  const messageId = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [still, setStill] = useState<{ address: string; name: string } | null>(null);
  const source = usePosterSource(picked.media ?? current?.media ?? null, picked.mediaId ? null : (current?.path ?? null));

  useEffect(() => (still ? () => URL.revokeObjectURL(still.address) : undefined), [still]);

  const choose = async (file: File) => {
    setRefusal(null);
    try {
      const type = await inspectFile({ file, name: file.name, entity });
      const blob = type.startsWith('video/') ? await stillOf(file) : file;
      if (blob) setStill({ address: URL.createObjectURL(blob), name: file.name });
      else setRefusal(FORM_TEXTS.picture.failed);
    } catch (error) {
      setRefusal(error instanceof FileRefused ? fileRefusalWords(error.refusal) : FORM_TEXTS.picture.failed);
    }
  };
  const closeCrop = () => {
    flushSync(() => setStill(null));
    field.current?.querySelector('button')?.focus();
  };
  const use = (cropped: Blob | null) => {
    if (cropped && still) picked.pick(new File([cropped], `${still.name.replace(/\.[^.]*$/, '')}.jpg`, { type: cropped.type }));
    else setRefusal(FORM_TEXTS.picture.failed);
    closeCrop();
  };
  const remove = () => {
    if (picked.mediaId) picked.remove();
    else onRemoveCurrent();
    // The button disappears with the picture, and would take the focus with it.
    field.current?.querySelector('button')?.focus();
  };
  const shown = picked.mediaId !== null || current !== null;
  const message = refusal ?? picked.refusal;

  return (
    <div ref={field} role="group" aria-labelledby={labelId} aria-describedby={message ? messageId : undefined} className="grid gap-1.5">
      <span id={labelId} className="text-15 font-semi">
        {FORM_TEXTS.picture.field} <span className="font-regular text-ink-3">{FORM_TEXTS.optional}</span>
      </span>
      {still ? (
        <Suspense fallback={<div className="h-72 rounded-control bg-sunken" />}>
          <CropPicture
            address={still.address}
            onUse={use}
            finishFirst={picked.finishFirst}
            onCancel={closeCrop}
            onBroken={() => {
              setStill(null);
              setRefusal(FORM_TEXTS.picture.failed);
            }}
          />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <span
            className={classNames(
              'grid size-24 flex-none place-items-center overflow-hidden bg-sunken text-ink-3',
              entity === 'profile' ? 'rounded-full' : 'rounded-control',
            )}
          >
            {shown && source ? (
              <img src={source} alt="" className="size-full object-cover" />
            ) : (
              <Icon name={entity === 'profile' ? 'person' : 'picture'} />
            )}
          </span>
          <div className="flex flex-wrap gap-2">
            <FileButton
              icon="picture"
              label={shown ? FORM_TEXTS.picture.change : FORM_TEXTS.picture.choose}
              accept="image/*,video/*"
              onPick={(file) => void choose(file)}
            />
            {shown && (
              <Button tone="quiet" onClick={remove}>
                {FORM_TEXTS.picture.remove}
              </Button>
            )}
          </div>
          <p className="basis-full text-15 text-ink-3">{FORM_TEXTS.picture.limits}</p>
        </div>
      )}
      {message && <Refusal id={messageId} words={message} />}
    </div>
  );
}
