/** @jsxImportSource hono/jsx */
import type { SharedVideo } from '../contract/entities/video.ts';
import type { PictureSize } from '../media/derived/picture-size.ts';
import { PRODUCT } from '../pages/page.tsx';
import { posterOf } from './poster-of.ts';
import { TEXTS } from './texts.ts';

/** How much of a description networks show before they truncate it. */
const DESCRIPTION_MAX = 200;

export interface PreviewTagsProps {
  video: SharedVideo;
  /** The origin that people type. Other servers build the previews, so every address is absolute. */
  publicUrl: string;
  size: PictureSize | null;
}

/** Link-preview tags: Open Graph (ogp.me) and X cards. */
export const PreviewTags = ({ video, publicUrl, size }: PreviewTagsProps) => {
  const whole = (path: string) => `${publicUrl}${path}`;
  const { title, mediaType, videoUrl } = video;
  const film = videoUrl !== null && mediaType?.startsWith('video/') ? { path: videoUrl, type: mediaType } : null;
  const picture = posterOf(video);
  const link = whole(`/video/${video.id}`);
  const description = describe(video);
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={link} />
      <meta property="og:site_name" content={PRODUCT} />
      <meta property="og:type" content={film ? 'video.other' : 'article'} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={link} />
      <meta property="og:locale" content="en_GB" />
      {picture && <meta property="og:image" content={whole(picture)} />}
      {picture && <meta property="og:image:alt" content={title} />}
      {picture && size && <meta property="og:image:width" content={String(size.width)} />}
      {picture && size && <meta property="og:image:height" content={String(size.height)} />}
      {film && <meta property="og:video" content={whole(film.path)} />}
      {film && <meta property="og:video:type" content={film.type} />}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      {picture && <meta name="twitter:image" content={whole(picture)} />}
      {picture && <meta name="twitter:image:alt" content={title} />}
    </>
  );
};

/** The beginning of the notes on one line, cut at a word. */
function describe({ description, dogName, trainedAt, trainedZone }: SharedVideo): string {
  const line = description.replace(/\s+/gu, ' ').trim();
  if (line === '') return TEXTS.preview(dogName, TEXTS.day(trainedAt, trainedZone));
  // Count graphemes: an emoji of several code points is one character and must not be split. Long notes have thousands.
  let characters = 0;
  for (const { index } of new Intl.Segmenter('en').segment(line)) {
    if (characters === DESCRIPTION_MAX) return `${line.slice(0, index).replace(/\s+\S*$/u, '')}…`;
    characters += 1;
  }
  return line;
}
