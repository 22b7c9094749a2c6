/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html';
import { derivedPath } from '../contract/derived-media.ts';
import type { SharedVideo } from '../contract/entities/video.ts';
import type { PictureSize } from '../media/derived/picture-size.ts';
import { TEXTS } from './texts.ts';

export const PLAYER_STYLE = `
.poster{position:relative;display:block}
.poster .media,video.media{background:#000}
.poster span{position:absolute;inset:0;display:grid;place-items:center}
.poster svg{width:64px;height:64px;padding:20px;border-radius:50%;background:rgb(11 16 13/84%);color:#fff}
@media(scripting:none){.poster{display:none}}
@media(forced-colors:active){.poster svg{border:1px solid}}
`;

/**
 * Replaces the poster with the player and plays. The browser's player costs a phone more than the rest of the page, so
 * it is created on demand. With scripts on, the content of `noscript` is text.
 */
export const PLAY_SCRIPT = `document.querySelector('.poster').onclick=e=>{if(e.metaKey||e.ctrlKey||e.shiftKey)return;e.preventDefault();const p=e.currentTarget,t=document.createElement('template');t.innerHTML=p.nextElementSibling.textContent;const v=t.content.firstElementChild;p.replaceWith(v);v.focus();v.play().catch(()=>0)}`;

interface VideoPlayerProps {
  video: Pick<SharedVideo, 'title' | 'derived'> & { videoUrl: string };
  /** Its first frame; null while there is none. */
  poster: string | null;
  size: PictureSize | null;
}

/** A video behind its poster; loads nothing until the person plays it. Without scripts, the player itself. */
export function VideoPlayer({ video, poster, size }: VideoPlayerProps) {
  const { title, videoUrl, derived } = video;
  const look = { class: size ? 'media' : 'media no-size', ...size };
  const player = (
    <video
      {...look}
      aria-label={TEXTS.video(title)}
      controls
      playsinline
      {...(poster === null ? { preload: 'metadata' } : { preload: 'none', poster })}
    >
      <source src={videoUrl} />
      {derived.includes('compatible') && <source src={derivedPath(videoUrl, 'compatible')} />}
    </video>
  );
  // Without a poster, the player shows the first frame.
  if (poster === null) return player;
  return (
    <>
      <a class="poster" href={videoUrl} aria-label={TEXTS.play(title)}>
        <img {...look} src={poster} alt="" fetchpriority="high" />
        <span>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m7.4 4.8 12 7.2-12 7.2Z" fill="currentColor" />
          </svg>
        </span>
      </a>
      <noscript>{player}</noscript>
      <script>{raw(PLAY_SCRIPT)}</script>
    </>
  );
}
