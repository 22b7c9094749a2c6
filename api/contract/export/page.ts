import type { EntityRow } from '../entities.ts';
import { hitsIn, standingReps } from '../reps.ts';
import { criterionWords, measuresOf, resultWords } from '../set-words.ts';
import { trainingDay } from '../training-day.ts';
import type { FileOf } from './exported-rows.ts';
import { type ExportSource, type ManyRows, type NamedComment, type SessionPlace, some } from './export-source.ts';
import { Html, html } from './html.ts';

/** No scripts, and files of this folder only. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; media-src 'self' file:";

const STYLE = `
:root{color-scheme:light dark;--bg:#f5f6f2;--surface:#fff;--ink:#131c18;--ink-2:#3b4741;--line:#d3d9d1;--primary:#0e5a42}
@media(prefers-color-scheme:dark){:root{--bg:#0e1411;--surface:#161e1a;--ink:#edf2ee;--ink-2:#bcc8c0;--line:#2b3731;--primary:#74cba1}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:48rem;padding:24px 16px 64px;background:var(--bg);color:var(--ink);font:1.0625rem/1.5 "Atkinson Hyperlegible Next",system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:2rem;line-height:1.2;margin:0}
h2{margin:48px 0 8px;font-size:1.5rem;line-height:1.2}
h3{margin:24px 0 4px;font-size:1.25rem;line-height:1.25}
a{color:var(--primary);text-underline-offset:3px}
nav{display:flex;flex-wrap:wrap;gap:4px 20px;margin-top:16px}
nav a{display:inline-flex;align-items:center;min-height:48px}
details{border-top:1px solid var(--line)}
summary{padding:12px 0;cursor:pointer}
summary b{font-weight:600}
.year>summary{font-size:1.25rem;font-weight:600}
.session{content-visibility:auto;contain-intrinsic-size:auto 50px;margin-inline-start:16px}
.session>:not(summary){margin-inline-start:16px}
.meta{color:var(--ink-2)}
.text{white-space:pre-line}
ul,ol{margin:8px 0;padding-inline-start:20px}
video,img{display:block;max-width:100%;max-height:70vh;margin:12px 0;border-radius:6px;background:var(--surface)}
article{padding:4px 0 12px;border-top:1px solid var(--line)}
p{margin:4px 0}
`;

/** What is missing from an export, for its page and its list of files. */
export interface Missing {
  /** Whether films were wanted. */
  films: boolean;
  /** Files of rows that are not at hand. */
  lost: number;
  /** Paths of files that differ from what once arrived. */
  damaged: readonly string[];
}

export interface PageOptions {
  fileOf: FileOf;
  exportedAt: Date;
  missing: Missing;
}

/**
 * A page that shows everything of an export in any browser, without scripts, network or server, in pieces. Films lie beside it.
 */
export async function* exportPage(source: ExportSource, { fileOf, exportedAt, missing }: PageOptions): AsyncGenerator<string> {
  const { profile, ids } = source;
  const name = [profile.firstName, profile.lastName].filter(Boolean).join(' ');
  const day = dayWords(exportedAt.toISOString().slice(0, 10));
  const dogOf = (id: string | null) => (id === null ? null : (source.names.dogs.get(id) ?? null));
  const picture = fileOf(profile.profileImageUrl);
  const sections = [
    { title: 'Sessions', key: 'sessions', isThere: ids.videos.length > 0, pieces: sessionsByYear(source, fileOf, dogOf) },
    many(source, 'Dogs', 'dogs', (dog) => dogArticle(dog, fileOf)),
    many(source, 'Cues', 'cues', cueArticle),
    many(source, 'Programs', 'programs', (program) => programArticle(program, source, dogOf)),
    many(source, 'Plans', 'plans', (plan) => planArticle(plan, dogOf)),
    many(source, 'Trials', 'trials', (trial) => trialArticle(trial, dogOf)),
    few('Comments on sessions of others', 'comments', source.commentsElsewhere.map(elsewhere)),
    few(
      'Training partners',
      'partners',
      source.partners.map((each) => html`<p>${each}</p>`),
    ),
  ].filter(({ isThere }) => isThere);

  yield html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>Longline, ${day}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${name || 'Training log'}</h1>
<p class="meta">Exported from Longline on ${day}. ${missingWords(missing)}</p>
${profile.location && html`<p>${profile.location}</p>`}${profile.sports.length > 0 && html`<p>${profile.sports.join(', ')}</p>`}
${profile.bio && html`<p class="text">${profile.bio}</p>`}${picture && image(picture, name)}
<nav>${sections.map(({ title, key }) => html`<a href="#${key}">${title}</a>`)}</nav>
`.text;
  for (const { title, key, pieces } of sections) {
    yield html`<section id="${key}"><h2>${title}</h2>`.text;
    yield* pieces;
    yield '</section>\n';
  }
  yield '</main>\n</body>\n</html>\n';
}

function missingWords({ films, lost, damaged }: Missing): string {
  const files = (count: number) => (count === 1 ? 'One file' : `${count} files`);
  return [
    !films && 'Films were left out.',
    lost > 0 && `${files(lost)} could not be found.`,
    damaged.length > 0 && `${files(damaged.length)} may be damaged: longline.json names them.`,
  ]
    .filter(Boolean)
    .join(' ');
}

interface Section {
  title: string;
  key: string;
  isThere: boolean;
  pieces: AsyncIterable<string> | Iterable<string>;
}

const few = (title: string, key: string, parts: readonly Html[]): Section => ({
  title,
  key,
  isThere: parts.length > 0,
  pieces: parts.map(({ text }) => text),
});

/** The newest rows come first. */
function many<E extends ManyRows>(source: ExportSource, title: string, entity: E, article: (row: EntityRow<E>) => Html): Section {
  async function* pieces(): AsyncGenerator<string> {
    for (const ids of some(source.ids[entity].toReversed()))
      yield (await source.read(entity, ids)).map((row) => article(row).text).join('');
  }
  return { title, key: entity, isThere: source.ids[entity].length > 0, pieces: pieces() };
}

type DogOf = (id: string | null) => string | null;

async function* sessionsByYear(source: ExportSource, fileOf: FileOf, dogOf: DogOf): AsyncGenerator<string> {
  const yearOf = ({ trainedAt, trainedZone }: SessionPlace) => trainingDay(trainedAt, trainedZone).slice(0, 4);
  const byYear = grouped(source.sessions.toReversed(), yearOf);
  let isNewest = true;
  for (const [year, sessions] of byYear) {
    yield html`<details class="year"${isNewest && html` open`}><summary>${year} · ${sessions.length}</summary>\n`.text;
    isNewest = false;
    for (const places of some(sessions)) {
      const ids = places.map(({ id }) => id);
      const setsOf = grouped(await source.setsOf(ids), ({ videoId }) => videoId);
      const commentsOf = grouped(await source.commentsUnder(ids), ({ videoId }) => videoId);
      const videos = await source.read('videos', ids);
      yield videos
        .map(
          (video) =>
            sessionEntry(video, { sets: setsOf.get(video.id) ?? [], comments: commentsOf.get(video.id) ?? [], fileOf, dogOf }).text,
        )
        .join('');
    }
    yield '</details>\n';
  }
}

function sessionEntry(
  video: EntityRow<'videos'>,
  {
    sets,
    comments,
    fileOf,
    dogOf,
  }: { sets: readonly EntityRow<'sets'>[]; comments: readonly NamedComment[]; fileOf: FileOf; dogOf: DogOf },
): Html {
  const [film, poster] = [fileOf(video.videoUrl), fileOf(video.thumbnailUrl)];
  const conditions = [video.weather, video.surface, video.place].filter(Boolean).join(' · ');
  const dog = dogOf(video.dogId);
  return html`<details class="session"><summary><b>${video.title}</b> <span class="meta">${dayWords(trainingDay(video.trainedAt, video.trainedZone))}${dog && html` · ${dog}`}</span></summary>
${conditions && html`<p class="meta">${conditions}</p>`}${video.shared && html`<p class="meta">With a public link</p>`}
${video.description && html`<p class="text">${video.description}</p>`}
${film && (video.mediaType?.startsWith('image/') ? image(film, video.title) : filmOf(film, poster, video.title))}
${!film && poster && image(poster, video.title)}
${sets.length > 0 && html`<ul>${sets.toSorted((a, b) => a.position - b.position).map(setItem)}</ul>`}
${comments.map(commentLine)}
</details>
`;
}

const filmOf = (film: string, poster: string | null, title: string): Html =>
  html`<video controls preload="none" aria-label="${title}" src="${linkOf(film)}"${poster && html` poster="${linkOf(poster)}"`}></video><p><a href="${linkOf(film)}">Film</a></p>`;

function setItem(set: EntityRow<'sets'>): Html {
  const reps = standingReps(set);
  const hits = hitsIn(reps.map(({ kind }) => kind));
  const criterion = criterionWords(set);
  return html`<li>${set.exercise}${criterion && html`, ${criterion}`}: <b>${resultWords({ hits, reps }) || '–'}</b></li>`;
}

const commentLine = ({ author, content, createdAt }: Pick<NamedComment, 'author' | 'content' | 'createdAt'>): Html =>
  html`<p class="text"><b>${author === null ? 'You' : author || 'Someone'}</b> <span class="meta">${dayWords(createdAt.slice(0, 10))}</span><br>${content}</p>`;

function dogArticle({ name, breed, birthdate, titles, notes, retiredAt, image: object }: EntityRow<'dogs'>, fileOf: FileOf): Html {
  const picture = fileOf(object);
  return html`<article><h3>${name}</h3>
<p class="meta">${breed} · born ${dayWords(birthdate)}${retiredAt && html` · retired ${dayWords(retiredAt.slice(0, 10))}`}</p>
${titles.length > 0 && html`<p>${titles.join(', ')}</p>`}${notes && html`<p class="text">${notes}</p>`}${picture && image(picture, name)}</article>`;
}

const cueArticle = ({ name, sport, difficulty, visibility, description, steps }: EntityRow<'cues'>): Html =>
  html`<article><h3>${name}</h3>
<p class="meta">${sport} · ${difficulty} · ${visibility}</p>${description && html`<p class="text">${description}</p>`}
${steps.length > 0 && html`<ol>${steps.map((step) => html`<li class="text">${step}</li>`)}</ol>`}</article>`;

function programArticle({ name, dogId, goal, cues }: EntityRow<'programs'>, { names }: ExportSource, dogOf: DogOf): Html {
  const dog = dogOf(dogId);
  const inOrder = cues.flatMap(({ cueId }) => names.cues.get(cueId) ?? []);
  return html`<article><h3>${name}</h3>${dog && html`<p class="meta">${dog}</p>`}
${goal && html`<p class="text">${goal}</p>`}<ol>${inOrder.map((cue) => html`<li>${cue}</li>`)}</ol></article>`;
}

function planArticle({ day, dogId, exercises, note, done }: EntityRow<'plans'>, dogOf: DogOf): Html {
  const dog = dogOf(dogId);
  const trained = new Set(done.map((each) => each.split(' ')[0]));
  return html`<article><h3>${dayWords(day)}</h3>${dog && html`<p class="meta">${dog}</p>`}
<ul>${exercises.map((each) => html`<li>${[each.exercise, measuresOf(each)].filter(Boolean).join(', ')}${trained.has(each.id) && html` · done`}</li>`)}</ul>
${note && html`<p class="text">${note}</p>`}</article>`;
}

function trialArticle({ day, dogId, name, level, place, entryCloses, result, points, titleWon }: EntityRow<'trials'>, dogOf: DogOf): Html {
  const about = [dayWords(day), dogOf(dogId), level, place, entryCloses && `entry closes ${dayWords(entryCloses)}`];
  const outcome = [points !== null && `${points} points`, titleWon].filter(Boolean).join(' · ');
  return html`<article><h3>${name}</h3><p class="meta">${about.filter(Boolean).join(' · ')}</p>
${outcome && html`<p>${outcome}</p>`}${result && html`<p class="text">${result}</p>`}</article>`;
}

const elsewhere = ({ content, createdAt }: ExportSource['commentsElsewhere'][number]): Html =>
  html`<article>${commentLine({ author: null, content, createdAt })}</article>`;

const image = (path: string, of: string): Html => html`<img loading="lazy" alt="${of}" src="${linkOf(path)}">`;

/** A relative link to a file whose name has any characters. */
const linkOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Items by a key, in the order of their first one. */
function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** '21 November 2026' of YYYY-MM-DD. */
function dayWords(day: string): string {
  const [year, month, date] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}
