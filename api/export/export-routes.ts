import { Hono } from 'hono';
import { Readable } from 'node:stream';
import { countAgainst } from '../auth/rate-limits.ts';
import { mustHaveOwnRows } from '../auth/require-access.ts';
import { ONLINE_CALLS } from '../contract/online-calls.ts';
import { notFound } from '../errors.ts';
import { answerRange } from '../media/objects/answer-range.ts';
import { mustBeDeviceUser } from '../routes/device-user.ts';
import { parsePayload } from '../routes/parse-payload.ts';
import { readJson } from '../routes/read-json.ts';
import type { AppEnv, Services } from '../services.ts';

/** The export of one's own data. Who has lost beta access may still take theirs along (R371). */
export function exportRoutes(services: Services): Hono<AppEnv> {
  const { exports } = services;
  return new Hono<AppEnv>()
    .get('/api/export', async (c) => {
      const { userId } = mustBeDeviceUser(c, mustHaveOwnRows);
      return c.json(await exports.state(userId));
    })
    .post('/api/export', async (c) => {
      const { userId } = mustBeDeviceUser(c, mustHaveOwnRows);
      const request = parsePayload(ONLINE_CALLS['export.prepare'].payload, await readJson(c));
      await countAgainst(services, 'exports', userId);
      await exports.prepare(userId, request);
      return c.json(await exports.state(userId), 201);
    })
    .delete('/api/export', async (c) => {
      const { userId } = mustBeDeviceUser(c, mustHaveOwnRows);
      await exports.discard(userId);
      return c.json({});
    })
    .get('/api/export/:part{[1-9][0-9]{0,3}}', async (c) => {
      const { userId } = mustHaveOwnRows(c);
      const number = Number(c.req.param('part'));
      const part = await exports.open(userId, number);
      if (!part) throw notFound();
      const day = part.readyAt.toISOString().slice(0, 10);
      const name = part.parts === 1 ? `longline-${day}.zip` : `longline-${day}-${number}-of-${part.parts}.zip`;
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${name}"`,
        'Cache-Control': 'private, no-store',
      };
      const answer = await answerRange(c, {
        size: part.layout.size,
        etag: `"${part.buildId}-${number}"`,
        headers,
        open: async (range = { start: 0, end: part.layout.size - 1 }) => Readable.from(part.read(range), { objectMode: false }),
        has: async () => true,
      });
      return answer!;
    });
}
