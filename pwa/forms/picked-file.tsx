import { IconButton } from '../components/icon-button.tsx';
import { Icon } from '../components/icon.tsx';
import { percent } from '../components/percent.ts';
import { Progress } from '../components/progress.tsx';
import { useDeviceWord } from '../components/use-is-phone.ts';
import { formatBytes, formatLength } from '../dates/format-date.ts';
import { usePosterSource } from '../media/use-poster-source.ts';
import type { PickedMedia } from './use-picked-media.ts';
import { FORM_TEXTS } from './texts.ts';

/** The file that was picked: its first frame, name and size, and how far it is kept. */
export function PickedFile({ picked: { media, fraction, remove } }: { picked: PickedMedia }) {
  const device = useDeviceWord();
  const poster = usePosterSource(media, null);
  if (!media) return <p className="min-h-16 text-15 text-ink-2">{FORM_TEXTS.keeping(percent(fraction), device)}</p>;
  const writing = media.state === 'writing';
  const size = [formatBytes(media.size), media.durationSeconds !== null && formatLength(media.durationSeconds)].filter(Boolean).join(' · ');
  return (
    <div className="grid grid-cols-[80px_minmax(0,1fr)_auto] items-center gap-3 xs:grid-cols-[112px_minmax(0,1fr)_auto]">
      <div className="grid aspect-video place-items-center overflow-hidden rounded-control bg-sunken text-ink-3">
        {poster ? <img src={poster} alt="" className="size-full object-cover" /> : <Icon name={media.type.startsWith('image/') ? 'picture' : 'film'} />}
      </div>
      <div className="min-w-0 text-15">
        <b className="block leading-tight [overflow-wrap:anywhere]">{media.name}</b>
        <span className="block text-ink-2">{size}</span>
        <span role="status" className="block text-ink-2">
          {writing ? FORM_TEXTS.keeping(percent(fraction), device) : (media.lastError?.message ?? FORM_TEXTS.kept(device))}
        </span>
        {writing && <Progress fraction={fraction} label={FORM_TEXTS.keeping('', device)} />}
      </div>
      <IconButton icon="trash" label={FORM_TEXTS.remove(media.name)} onClick={remove} />
    </div>
  );
}
