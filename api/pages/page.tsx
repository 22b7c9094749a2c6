/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { contentSecurityPolicy, sourceHash } from '../security-headers.ts';
import { PAGE_STYLE, THEME_SCRIPT } from './page-style.ts';

export const PRODUCT = 'Longline';

const Mark = () => (
  <svg viewBox="0 0 32 34" aria-hidden="true">
    <g fill="none" stroke="currentColor" stroke-width="3.2" stroke-linejoin="round">
      <path d="M15.6 7.4V7.3A5.2 5.2 0 0 0 5.2 7.3V10.3a5.2 5.2 0 0 0 10.4 0V9.1" />
      <path d="M10.4 15.5V22.6a5.6 5.6 0 0 0 5.6 5.6H20.6" stroke-linecap="round" />
    </g>
    <circle cx="27.4" cy="28.2" r="2.7" fill="currentColor" />
  </svg>
);

interface FrameProps {
  title: string;
  style: string;
  head: Child;
  children: Child;
}

const Frame = ({ title, style, head, children }: FrameProps) => (
  <html lang="en-GB">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="robots" content="noindex" />
      <title>{`${title} · ${PRODUCT}`}</title>
      <link rel="icon" href="/favicon.svg" />
      <script>{raw(THEME_SCRIPT)}</script>
      {head}
      <style>{raw(style)}</style>
    </head>
    <body>
      <header>
        <a class="brand" href="/">
          <Mark />
          {PRODUCT}
        </a>
      </header>
      {children}
    </body>
  </html>
);

/** A page that asks one question, beside the dashed line of the Training Log. */
const Question = ({ children }: { children: Child }) => (
  <main>
    <div class="thread">
      <span class="knot" aria-hidden="true" />
      {children}
    </div>
  </main>
);

/**
 * Makes pages that the server renders fully and that work without JavaScript. Their shared script sets the theme; the
 * policy allows scripts and styles by hash. Browsers and proxies store none of these pages.
 * @param extraStyle styles of these pages beyond the shared look
 * @param extraScripts inline scripts that these pages may contain
 */
export function pageMaker(extraStyle = '', extraScripts: readonly string[] = []) {
  const style = PAGE_STYLE + extraStyle;
  const policy = contentSecurityPolicy({ scripts: [THEME_SCRIPT, ...extraScripts].map(sourceHash), styles: [sourceHash(style)] });
  return (c: Context, { title, head, body, status = 200 }: { title: string; head?: Child; body: Child; status?: ContentfulStatusCode }) => {
    c.header('Content-Security-Policy', policy);
    c.header('Cache-Control', 'no-store');
    return c.html(html`<!doctype html>${<Frame {...{ title, style, head }}>{body}</Frame>}`, status);
  };
}

const answerWhole = pageMaker();

/**
 * Answers with a page that asks one question. An `error` goes into the title, so that screen readers announce it first.
 */
export const answerPage = (
  c: Context,
  { title, error, status = 200, body }: { title: string; error?: string | undefined; status?: ContentfulStatusCode; body: Child },
) => answerWhole(c, { title: error ? `Error: ${title}` : title, status, body: <Question>{body}</Question> });
