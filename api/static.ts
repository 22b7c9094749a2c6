import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { type Context, Hono } from 'hono';
import { sourceHash } from './security-headers.ts';
import type { AppEnv } from './services.ts';

/** The built app, read into memory at start. It is a few megabytes, and no request path ever reaches the disk. */
export interface StaticFiles {
  /** By URL path, with a leading `/`. */
  files: ReadonlyMap<string, StaticFile>;
  /** The page for every path of the app; undefined before a build. */
  index: StaticFile | undefined;
}

export interface StaticFile {
  type: string;
  caching: string;
  /** Never opened as a document or worker (docs/decisions/0135). */
  partOfPage: boolean;
  /** SHA-256 of the content, without the quotes. */
  tag: string;
  /** Smallest first. */
  bodies: readonly { encoding: 'br' | 'gzip' | 'identity'; body: Uint8Array<ArrayBuffer> }[];
}

/** For the time before a build, and for tests of the API alone. */
export const NO_STATIC_FILES: StaticFiles = { files: new Map(), index: undefined };

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** An encoded slash or a double encoding. No link of the app has one, so these never get the app's page. */
const IN_DISGUISE = /\\|%(2f|5c|25|00)|^\/(api|objects)(;|\/|$)/i;

/** Vite puts a content hash into the names of assets. The fonts never change. */
const LASTING = /^\/(assets|fonts)\//;
const FOREVER = 'public, max-age=31536000, immutable';
/**
 * Files that browsers only run or apply inside a page. Workers are governed by the headers of their own script, and an SVG
 * may be opened as a document.
 */
const PART_OF_PAGE = /^\/(assets|fonts)\/(?![^/]*worker)[^/]+\.(js|css|woff2)$/;
/** Cached but revalidated on every use: a new version must appear at once. */
const ASK_FIRST = 'no-cache';
/** Keeps WebKit from suspending an https page that is left (docs/decisions/0097). Offline, the service worker serves it. */
const NEVER = 'no-store';

/** Reads a folder as Vite leaves it, with `.br` and `.gz` beside each text file. A missing folder has no files. */
export function readStaticFiles(folder: string): StaticFiles {
  const paths = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/') : [],
      )
    : [];
  const files = new Map(
    paths
      // Hidden folders hold build notes. A compressed copy belongs to the file beside it.
      .filter((path) => !/(^|\/)\.|\.(br|gz)$/.test(path))
      .map((path) => [`/${path}`, readStaticFile(join(folder, path), `/${path}`)]),
  );
  return { files, index: files.get('/index.html') };
}

function readStaticFile(path: string, urlPath: string): StaticFile {
  const plain = new Uint8Array(readFileSync(path));
  const compressed = (
    [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const
  ).flatMap(([encoding, ending]) => (existsSync(path + ending) ? [{ encoding, body: new Uint8Array(readFileSync(path + ending)) }] : []));
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    caching: LASTING.test(urlPath) ? FOREVER : ASK_FIRST,
    partOfPage: PART_OF_PAGE.test(urlPath),
    tag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    bodies: [...compressed, { encoding: 'identity', body: plain }],
  };
}

/**
 * Serves the built app: its files, and the app's page for every other path that a person may open. Mounted last.
 * Missing paths with an extension get 404, or a browser would parse the page as a script of an older version.
 * @param publicUrl the origin that people type
 */
export const staticRoutes = ({ files, index }: StaticFiles, publicUrl: string) =>
  new Hono<AppEnv>().get('*', async (c, next) => {
    const { path } = c.req;
    if (path.startsWith('/api/') || path.startsWith('/objects/') || IN_DISGUISE.test(path)) return next();
    const file = path === '/index.html' ? index : (files.get(path) ?? pageFor(path, c.req.header('accept')));
    if (!file) return next();
    if (file.partOfPage) c.set('partOfPage', true);

    const { encoding, body, headers: about } = formFor(c, file);
    const etag = `"${file.tag}-${encoding}"`;
    const caching = file === index && publicUrl.startsWith('https:') ? NEVER : file.caching;
    const headers = { 'cache-control': caching, etag };
    if (matches(c.req.header('if-none-match'), etag)) return c.body(null, 304, { ...headers, vary: about.vary });
    return c.body(body, 200, { ...headers, ...about });

    function pageFor(pathname: string, accept: string | undefined) {
      const looksLikeFile = /\.[a-z0-9]+$/i.test(pathname);
      return !looksLikeFile && (accept === undefined || /text\/html|\*\/\*/.test(accept)) ? index : undefined;
    }
  });

/** The smallest encoding of a file that this browser accepts, with the matching headers. */
export function formFor(c: Context, file: StaticFile) {
  const { encoding, body } = file.bodies.find((form) => accepts(c.req.header('accept-encoding'), form.encoding))!;
  const headers = {
    vary: 'Accept-Encoding',
    'content-type': file.type,
    'content-length': String(body.length),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  return { encoding, body, headers };
}

/** RFC 9110, 12.5.3, as far as browsers use it: the encoding is listed, and its weight is not zero. */
const accepts = (header: string | undefined, encoding: string): boolean =>
  encoding === 'identity' ||
  (header ?? '').split(',').some((choice) => {
    const [name, weight] = choice.split(';').map((part) => part.trim());
    return name === encoding && !/^q=0(\.0*)?$/.test(weight ?? '');
  });

/** RFC 9110, 13.1.2: a list of tags with weak comparison, or a star. */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

/** The built page's inline scripts as sources for `script-src`, such as `'sha256-…'`. */
export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)].map(([, script]) => sourceHash(script!));

/** The page as text, for `inlineScriptHashes`; empty before a build. */
export const pageOf = ({ index }: StaticFiles): string =>
  index ? new TextDecoder().decode(index.bodies.find(({ encoding }) => encoding === 'identity')?.body) : '';
