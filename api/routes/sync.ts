import { Hono } from 'hono';
import { type PullAnswer, PullRequest } from '../contract/sync-protocol.ts';
import { pull } from '../feeds/pull.ts';
import { answerInSlices, jsonInSlices } from '../json-in-slices.ts';
import type { AppEnv, Services } from '../services.ts';
import { mustBeAcceptedVersion } from './accepted-version.ts';
import { parsePayload } from './parse-payload.ts';
import { readJson } from './read-json.ts';
import { mustBeDeviceUser } from './device-user.ts';

/** The answer's JSON text, in slices: its rows can be megabytes. */
async function* pullInSlices({ pages, ...answer }: PullAnswer): AsyncGenerator<string> {
  yield `${JSON.stringify(answer).slice(0, -1)},"pages":[`;
  for (const [at, { entries, ...page }] of pages.entries()) {
    yield `${at > 0 ? ',' : ''}${JSON.stringify(page).slice(0, -1)},"entries":`;
    yield* jsonInSlices(entries);
    yield '}';
  }
  yield ']}';
}

export const syncRoutes = (services: Services) =>
  new Hono<AppEnv>().post('/api/sync', async (c) => {
    const { userId } = mustBeDeviceUser(c);
    const sent = await readJson(c);
    mustBeAcceptedVersion(sent);
    const { cursors } = parsePayload(PullRequest, sent);
    return answerInSlices(c, pullInSlices(await pull(services, userId, cursors)));
  });
