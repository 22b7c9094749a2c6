/** @jsxImportSource hono/jsx */
import { PICTURE_WIDTHS, widthPath } from '../contract/derived-media.ts';
import type { SharedVideo } from '../contract/entities/video.ts';
import { hitsIn } from '../contract/reps.ts';
import { repsInWords, resultWords, setName } from '../contract/set-words.ts';
import type { PictureSize } from '../media/derived/picture-size.ts';
import { pageMaker } from '../pages/page.tsx';
import { VideoPlayer, PLAYER_STYLE, PLAY_SCRIPT } from './video-player.tsx';
import { posterOf } from './poster-of.ts';
import { TEXTS } from './texts.ts';

/** Added to the shared look: the page is as wide as the app's page of a session. */
const STYLE = `
main.session{max-width:752px;padding-top:24px}
.media{display:block;width:100%;height:auto;max-height:75vh;max-height:75svh;border-radius:10px;background:var(--sunken);object-fit:contain}
.no-size{aspect-ratio:16/9}
.about{margin-bottom:12px;font-size:.9375rem;color:var(--ink-2)}
.about b{display:block;color:var(--ink);font-size:1.0625rem}
.session h1{margin-top:24px}
.notes{margin-top:8px;max-width:60ch;color:var(--ink-2);white-space:pre-line}
.results{margin-top:24px;max-width:60ch}
.results h2{margin:0;font-size:1.0625rem}
.results ul{margin:8px 0 0;padding:0;list-style:none}
.results li{display:flex;flex-wrap:wrap;align-items:center;gap:0 12px;padding:6px 0;border-top:1px solid var(--line)}
.results span:first-child{flex:1 1 9em;color:var(--ink-2)}
.reps{position:relative;display:inline-flex;flex-wrap:wrap;gap:6px;padding:0 6px}
.reps::before{content:"";position:absolute;left:0;right:0;top:5px;border-top:2px solid var(--primary)}
.reps i{position:relative;width:12px;height:12px;margin-bottom:6px;border:2px solid var(--primary);border-radius:50%;background:var(--bg);forced-color-adjust:none}
.reps .hit{border-width:6px}
.reps .helped{background:linear-gradient(90deg,var(--primary) 50%,transparent 50%) var(--bg)}
.reps .miss{top:5px;border-color:var(--ink)}
.note{margin-top:12px;font-size:.9375rem;color:var(--ink-2)}
footer{padding:16px 16px max(32px,env(safe-area-inset-bottom));border-top:1px solid var(--line);font-size:.9375rem;color:var(--ink-2)}
footer div{display:flex;flex-wrap:wrap;align-items:center;gap:0 24px;max-width:720px;margin:0 auto}
footer p{flex:1 1 16rem}
`;

export const answerPublicPage = pageMaker(STYLE + PLAYER_STYLE, [PLAY_SCRIPT]);

export interface PublicPageProps {
  video: SharedVideo;
  size: PictureSize | null;
}

/** One session for anyone with its link: its texts, its picture or video, and a link to the landing page. */
export const PublicPage = ({ video, size }: PublicPageProps) => (
  <>
    <main class="session">
      <article>
        <p class="about">
          {video.dogName !== null && <b>{video.dogName}</b>}
          <time datetime={video.trainedAt}>{TEXTS.trained(video.trainedAt, video.trainedZone)}</time>
        </p>
        <Media video={video} size={size} />
        <h1>{video.title}</h1>
        {video.description !== '' && <p class="notes">{video.description}</p>}
        <Results video={video} />
      </article>
    </main>
    <footer>
      <div>
        <p>{TEXTS.shared}</p>
        <a class="quiet" href="/">
          {TEXTS.home}
        </a>
        <a class="quiet" href={`/api/login?return=${encodeURIComponent(`/video/${video.id}`)}`}>
          {TEXTS.login}
        </a>
        <a class="quiet" href={`/report/${video.id}`}>
          {TEXTS.report}
        </a>
        <a class="quiet" href="/rules">
          {TEXTS.rules}
        </a>
        <a class="quiet" href="/complaints">
          {TEXTS.complaints}
        </a>
      </div>
    </footer>
  </>
);

/** Sets with more reps show only their count. */
const KNOTS_MAX = 50;

/** The sets in order, with their reps as knots; nothing unless the owner shows them (R355). */
function Results({ video: { results, title } }: { video: SharedVideo }) {
  if (results.length === 0) return null;
  return (
    <section class="results">
      <h2>{TEXTS.results}</h2>
      <ul>
        {results.map((set, place) => (
          <li key={place}>
            <span dir="auto">{setName(set, title)}</span>
            {set.kinds.length <= KNOTS_MAX && (
              <span
                class={set.typed === set.kinds.length ? 'reps typed' : 'reps'}
                role="img"
                aria-label={repsInWords(hitsIn(set.kinds), set.kinds, set.typed)}
              >
                {set.kinds.map((kind, rep) => (
                  <i key={rep} class={kind}></i>
                ))}
              </span>
            )}
            <b>{resultWords({ hits: hitsIn(set.kinds), reps: set.kinds })}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The picture is as wide as the screen, up to the width of `main.session` without its margins. */
const SIZES = '(min-width: 752px) 720px, calc(100vw - 32px)';

const narrowSources = (path: string) => PICTURE_WIDTHS.map((width) => `${widthPath(path, width)} ${width}w`).join(', ');

function Media({ video, size }: PublicPageProps) {
  const { title, videoUrl, mediaType } = video;
  const poster = posterOf(video);
  const look = { class: size ? 'media' : 'media no-size', ...size };
  if (videoUrl !== null && mediaType?.startsWith('image/')) {
    return (
      <>
        <img
          {...look}
          src={poster ?? videoUrl}
          srcset={narrowSources(videoUrl)}
          sizes={SIZES}
          alt={TEXTS.picture(title)}
          fetchpriority="high"
        />
        <a class="quiet" href={videoUrl}>
          {TEXTS.whole}
        </a>
      </>
    );
  }
  if (videoUrl !== null) {
    return (
      <>
        <VideoPlayer video={{ ...video, videoUrl }} poster={poster} size={size} />
        <a class="quiet" href={videoUrl} download>
          {TEXTS.download}
        </a>
      </>
    );
  }
  if (poster === null) return null;
  return (
    <>
      <img {...look} src={poster} alt={TEXTS.picture(title)} fetchpriority="high" />
      <p class="note">{TEXTS.onItsWay}</p>
    </>
  );
}
