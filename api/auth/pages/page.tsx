/** @jsxImportSource hono/jsx */
import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { contentSecurityPolicy, sourceHash } from '../../security-headers.ts';
import { PAGE_STYLE, THEME_SCRIPT } from './page-style.ts';
import { TEXTS } from './sign-in-texts.ts';

const POLICY = contentSecurityPolicy({ scripts: [sourceHash(THEME_SCRIPT)], styles: [sourceHash(PAGE_STYLE)] });

const Mark = () => (
  <svg viewBox="0 0 32 34" aria-hidden="true">
    <g fill="none" stroke="currentColor" stroke-width="3.2" stroke-linejoin="round">
      <path d="M15.6 7.4V7.3A5.2 5.2 0 0 0 5.2 7.3V10.3a5.2 5.2 0 0 0 10.4 0V9.1" />
      <path d="M10.4 15.5V22.6a5.6 5.6 0 0 0 5.6 5.6H20.6" stroke-linecap="round" />
    </g>
    <circle cx="27.4" cy="28.2" r="2.7" fill="currentColor" />
  </svg>
);

const Page = ({ title, children }: { title: string; children: Child }) => (
  <html lang="en-GB">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="robots" content="noindex" />
      <title>{`${title} · ${TEXTS.product}`}</title>
      <link rel="icon" href="/favicon.svg" />
      <script>{raw(THEME_SCRIPT)}</script>
      <style>{raw(PAGE_STYLE)}</style>
    </head>
    <body>
      <header>
        <a class="brand" href="/">
          <Mark />
          {TEXTS.product}
        </a>
      </header>
      <main>
        <div class="thread">
          <span class="knot" aria-hidden="true" />
          {children}
        </div>
      </main>
    </body>
  </html>
);

/** Answers with a whole page that works without JavaScript; `error` in its title, so that it is heard first. */
export function answerPage(
  c: Context,
  { title, error, status = 200, body }: { title: string; error?: string | undefined; status?: ContentfulStatusCode; body: Child },
) {
  c.header('Content-Security-Policy', POLICY);
  c.header('Cache-Control', 'no-store');
  return c.html(html`<!doctype html>${(<Page title={error ? `Error: ${title}` : title}>{body}</Page>)}`, status);
}
