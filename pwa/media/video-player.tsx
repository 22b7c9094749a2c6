import { useRef, useState } from 'react';
import { buttonStyle } from '../components/button-style.ts';
import { Icon } from '../components/icon.tsx';
import { FrameClock } from './frame-clock.ts';
import { jumpTo, type LoopRange, nextLoop } from './loop-range.ts';
import { SlowMotionBar } from './slow-motion-bar.tsx';
import { PLAYER_TEXTS } from './texts.ts';
import type { MediaSource } from './use-media-source.ts';
import { useShownFrames } from './use-shown-frames.ts';
import { VideoProblem, type VideoProblemProps } from './video-problem.tsx';

export interface VideoPlayerProps {
  title: string;
  source: MediaSource;
  /** URL of the poster; null if there is none. */
  poster: string | null;
  /** File name for a download. */
  fileName: string;
  /** Play at once: the person tapped the poster in the log. */
  startAtOnce?: boolean;
}

/** A session's video: first its poster, then the browser's player with slow motion, single frames and a loop. */
export function VideoPlayer({ title, source, poster, fileName, startAtOnce = false }: VideoPlayerProps) {
  const [started, setStarted] = useState(startAtOnce);
  if (!started || !source.address) {
    return (
      <button
        type="button"
        aria-label={PLAYER_TEXTS.play(title)}
        disabled={!source.address}
        onClick={() => setStarted(true)}
        className="relative grid aspect-video w-full place-items-center overflow-hidden rounded-card bg-sunken text-ink-3"
      >
        {poster ? (
          <img src={poster} alt="" className="absolute inset-0 size-full object-contain" />
        ) : (
          <Icon name="film" className="size-10!" />
        )}
        <span className="absolute grid size-16 place-items-center rounded-full bg-(--scrim) text-(--on-scrim)">
          <Icon name="play" />
        </span>
      </button>
    );
  }
  // A new address is a new file: the key resets all state.
  return <PlayingWhatPlays key={source.address} {...{ title, poster, fileName, source, address: source.address }} />;
}

type PlayingProps = Omit<VideoPlayerProps, 'startAtOnce'> & { address: string };

/** Plays the file itself, or the server's compatible copy if this browser cannot decode it. */
function PlayingWhatPlays({ source, address, ...shown }: PlayingProps) {
  const [undecodable, setUndecodable] = useState(false);
  const { compatible } = source;
  if (!undecodable) return <Playing {...shown} source={source} address={address} onUndecodable={() => setUndecodable(true)} />;
  if (!compatible) return <Undecodable {...shown} type={source.type} address={address} />;
  return (
    <>
      <Copy key={compatible} {...shown} source={{ ...source, local: false, type: 'video/mp4' }} address={compatible} />
      <p className="mt-2 flex flex-wrap items-center justify-between gap-2 text-15 text-ink-2">
        {PLAYER_TEXTS.compatibleFirst}
        <a href={address} download={shown.fileName} className={buttonStyle('quiet')}>
          <Icon name="download" />
          {PLAYER_TEXTS.download}
        </a>
      </p>
    </>
  );
}

function Copy(props: PlayingProps) {
  const [undecodable, setUndecodable] = useState(false);
  if (undecodable) return <Undecodable {...props} type={props.source.type} />;
  return <Playing {...props} onUndecodable={() => setUndecodable(true)} />;
}

function Undecodable(about: Pick<VideoProblemProps, 'type' | 'address' | 'fileName'>) {
  return <VideoProblem problem="cannot-decode" type={about.type} address={about.address} fileName={about.fileName} />;
}

function Playing({ title, source, address, poster, fileName, onUndecodable }: PlayingProps & { onUndecodable: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [clock] = useState(() => new FrameClock());
  const [loop, setLoop] = useState<LoopRange>(null);
  const [unreachable, setUnreachable] = useState(false);

  useShownFrames(video, (element, mediaTime) => {
    clock.saw(mediaTime);
    const from = jumpTo(loop, mediaTime);
    if (from !== null) element.currentTime = from;
  });

  const step = (frames: number) => {
    const element = video.current;
    if (!element) return;
    element.pause();
    element.currentTime = Math.min(clock.momentOf(element.currentTime, frames), element.duration || Number.MAX_VALUE);
  };

  if (unreachable) {
    return (
      <VideoProblem problem="cannot-load" type={source.type} address={address} fileName={fileName} onRetry={() => setUnreachable(false)} />
    );
  }
  const fail = async (code: number | undefined) => ((await canBeLoaded(code, source, address)) ? onUndecodable() : setUnreachable(true));
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <video
        ref={video}
        src={address}
        {...(poster && { poster })}
        aria-label={PLAYER_TEXTS.video(title)}
        controls
        autoPlay
        playsInline
        onLoadedMetadata={({ currentTarget }) => {
          // Browsers play the audio of a video whose frames they cannot decode.
          if (currentTarget.videoWidth === 0) onUndecodable();
        }}
        onError={({ currentTarget }) => void fail(currentTarget.error?.code)}
        className="block max-h-[75vh] w-full bg-black"
      />
      <SlowMotionBar
        loop={loop}
        onLoop={() => setLoop(nextLoop(loop, video.current?.currentTime ?? 0))}
        onStep={step}
        onSpeed={(speed) => {
          if (video.current) video.current.playbackRate = speed;
        }}
      />
    </div>
  );
}

/** Browsers report the same code for a file that they cannot decode and one that they cannot load. */
async function canBeLoaded(code: number | undefined, { local }: MediaSource, address: string): Promise<boolean> {
  if (local || code === MediaError.MEDIA_ERR_DECODE) return true;
  if (code !== MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) return false;
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => null);
  return answer?.ok ?? false;
}
