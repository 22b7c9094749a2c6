import type { ReactNode } from 'react';
import type { DeviceMedia } from '../../sync/store/media-row.ts';
import { IconButton } from '../components/icon-button.tsx';
import { Icon } from '../components/icon.tsx';
import { percent } from '../components/percent.ts';
import { Progress } from '../components/progress.tsx';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { formatBytes, formatLength } from '../dates/format-date.ts';
import { isUpright } from '../media/poster-shapes.ts';
import { usePosterSource } from '../media/use-poster-source.ts';
import { failureWords } from '../sync-tray/failure-words.ts';
import type { PickedMedia } from './use-picked-media.ts';
import { FORM_TEXTS } from './texts.ts';

/** The picked file: its poster, name, size and saving progress. */
export function PickedFile({ picked: { media, fraction, remove } }: { picked: PickedMedia }) {
  const device = useDeviceWord();
  const poster = usePosterSource(media, null);
  if (!media) return <p className="min-h-16 text-15 text-ink-2">{FORM_TEXTS.keeping(percent(fraction), device)}</p>;
  const writing = media.state === 'writing';
  const status = writing
    ? FORM_TEXTS.keeping(percent(fraction), device)
    : media.lastError
      ? failureWords(media.lastError)
      : FORM_TEXTS.kept(device);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
      <Still source={poster} type={media.type} upright={isUpright(media, null)} />
      <FileWords name={media.name} size={sizeOf(media)} status={status}>
        {writing && <Progress fraction={fraction} label={FORM_TEXTS.keeping('', device)} />}
      </FileWords>
      <IconButton icon="trash" label={FORM_TEXTS.remove(media.name)} onClick={remove} />
    </div>
  );
}

export interface CurrentMedia {
  /** The media row, if this device has or had the file. */
  media: DeviceMedia | null;
  /** Object path of the media; null until the server has it. */
  path: string | null;
  /** Object path of its poster; empty if there is none. */
  posterPath: string;
  type: string | null;
}

/** The file that the saved row has now, and its error, if any. Children are the buttons. */
export function CurrentFile({ current: { media, path, posterPath, type }, children }: { current: CurrentMedia; children: ReactNode }) {
  const device = useDeviceWord();
  const isPicture = type?.startsWith('image/') ?? false;
  const poster = usePosterSource(media, posterPath || (isPicture ? path : null));
  const onTheWay = media !== null && media.state !== 'uploaded' ? FORM_TEXTS.kept(device) : '';
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
        <Still source={poster} type={type ?? ''} upright={isUpright(media, posterPath || path)} />
        <FileWords
          name={media?.name ?? (isPicture ? FORM_TEXTS.aPicture : FORM_TEXTS.aVideo)}
          size={media ? sizeOf(media) : ''}
          status={media?.lastError ? failureWords(media.lastError) : onTheWay}
        />
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

function Still({ source, type, upright }: { source: string | null; type: string; upright: boolean }) {
  const shape = upright ? 'aspect-[3/4] w-[63px]' : 'aspect-video w-20 xs:w-28';
  return (
    <div className={`relative grid place-items-center overflow-hidden rounded-control bg-sunken text-ink-3 ${shape}`}>
      {source ? (
        <img src={source} alt="" className="absolute inset-0 size-full object-cover" />
      ) : (
        <Icon name={type.startsWith('image/') ? 'picture' : 'film'} />
      )}
    </div>
  );
}

function FileWords({ name, size, status, children }: { name: string; size: string; status: string; children?: ReactNode }) {
  return (
    <div className="min-w-0 text-15">
      <b className="block leading-tight [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </b>
      {size && <span className="block text-ink-2">{size}</span>}
      <span role="status" className="block text-ink-2">
        {status}
      </span>
      {children}
    </div>
  );
}

const sizeOf = ({ size, durationSeconds }: DeviceMedia) =>
  [formatBytes(size), durationSeconds !== null && formatLength(durationSeconds)].filter(Boolean).join(' · ');
