import { expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { describeOnBothDatabases } from './testing/describe-on-both-databases.ts';
import { describedCalls } from './testing/described-calls.ts';

describeOnBothDatabases('a client built from docs/openapi.json alone', (open) => {
  const { app, operationIds, called } = describedCalls(open);

  it('names every route of the server, or leaves it out by name', () => {
    const { paths, info } = openApiDocument();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      // Hono routes HEAD as GET.
      Object.keys(methods).map((method) => `${method === 'head' ? 'GET' : method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    );
    const routes = app().app.routes.filter(
      ({ method, path }) => /^\/(?:api|objects|video)\//.test(path) && /GET|POST|PUT|PATCH|DELETE/.test(method),
    );
    const others = new Set(routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+(?:\{.+\})?(?=\/|$)/g, '{}')}`));
    for (const route of described) others.delete(route);
    expect([...others].toSorted()).toEqual([
      'GET /api/address',
      'GET /api/docs',
      'GET /api/docs.css',
      'GET /api/doctor',
      'GET /api/doctor/database',
      'GET /api/doctor/stream',
      'GET /api/health',
      'GET /api/login/code',
      'GET /api/metrics',
      'GET /api/openapi.json',
      'GET /api/ready',
      'POST /api/doctor',
      'POST /api/login',
      'POST /api/login/code',
      'POST /api/logout',
    ]);
    for (const route of others) expect(info.description).toContain(route.split(' ')[1]?.replace('.css', ''));
  });

  it('has made every described call except the event stream', () => {
    expect(operationIds().filter((operationId) => !called.has(operationId))).toEqual(['sync.events']);
  });
});
