import { Hono } from 'hono';
import { openApiDocument } from '../openapi.ts';
import type { AppEnv } from '../services.ts';
import { DOCS_STYLE, DocsPage } from './docs-page.tsx';

/** The API's description: for machines at /api/openapi.json, for people at /api/docs. Public. */
export function docsRoutes(): Hono<AppEnv> {
  const description = openApiDocument();
  const caching = { 'cache-control': 'public, max-age=300' };
  return new Hono<AppEnv>()
    .get('/api/openapi.json', (c) => c.json(description, 200, caching))
    .get('/api/docs.css', (c) => c.body(DOCS_STYLE, 200, { ...caching, 'content-type': 'text/css; charset=utf-8' }))
    .get('/api/docs', (c) => c.html(<DocsPage description={description} />, 200, caching));
}
