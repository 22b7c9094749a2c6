import type { OnlineCall } from './contract/call.ts';
import { ONLINE_CALLS, type OnlineCallName } from './contract/online-calls.ts';
import { email } from './contract/text.ts';
import { NOTES } from './openapi-calls.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { paramsIn, pathParameters, queryParameters, USER } from './openapi-parameters.ts';
import { describedAs, done, json, NOT_JSON, ref, withBody } from './openapi-parts.ts';
import { CONFLICTS, INVALID, refusals, refusalWith } from './openapi-refusals.ts';
import { messagesOf, schemaOf } from './openapi-schemas.ts';

const LINK = {
  Link: {
    description:
      'Addresses of next pages, with rel="next" (RFC 8288). Absent on the last page. A page of long rows may hold fewer than the limit.',
    schema: { type: 'string' },
  },
};
const POKES = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description: 'Events named poke, with a Poke as their data. Lines that begin with a colon are comments.',
      contentMediaType: 'application/json',
      contentSchema: ref('Poke'),
    },
    example: 'event: poke\ndata: {"feeds":["own:5f0c6a52-3b0e-4c58-9d1a-0d4c3b1d2e6f"]}\n\n',
  },
};

const NOT_A_CURSOR = ['This cursor does not fit this list', 'Use the cursor of the Link header'];
const ACCESS = {
  anyone: 'For everyone, without a sign-in.',
  'signed-in': 'For everyone who is signed in.',
  beta: 'For people with beta access.',
  admin: 'For admins.',
} as const;
const CREATING: readonly OnlineCallName[] = [
  'waitlist.join',
  'admin.grant',
  'push.subscribe',
  'partnerLinks.create',
  'calendar.publish',
  'export.prepare',
];
const NAMES_PERSON: readonly OnlineCallName[] = [
  'sync.pull',
  'sync.batch',
  'sync.events',
  'objects.upload',
  'videos.finalize',
  'auth.keepKey',
  'auth.returnKeepKey',
  'auth.access',
  'auth.earlierAccount',
  'auth.signIns',
  'auth.endSignIn',
  'auth.endOtherSignIns',
  'push.subscribe',
  'partnerLinks.list',
  'partnerLinks.create',
  'partnerLinks.revoke',
  'partnerLinks.open',
  'partnerLinks.keep',
  'calendar.state',
  'calendar.publish',
  'calendar.revoke',
  'export.state',
  'export.prepare',
  'export.discard',
  'admin.betaAccess',
  'admin.grant',
  'admin.remove',
  'admin.reports',
  'admin.reportCounts',
  'admin.decideReport',
  'admin.decisions',
  'admin.correctAge',
  'admin.server',
  'admin.mistakes',
  'admin.people',
  'admin.reclaim',
  'admin.retry',
];
/** Calls that succeed even if what their path names does not exist. */
const NEVER_MISSING: readonly OnlineCallName[] = ['admin.remove', 'push.unsubscribe', 'calendar.revoke', 'export.discard'];
/** Calls whose body names what they ask for. */
const ASKS_FOR: readonly OnlineCallName[] = ['videos.finalize', 'partnerLinks.open', 'partnerLinks.keep'];
const VERSIONED: readonly OnlineCallName[] = ['sync.pull', 'sync.batch'];

function onlineRefusals(name: OnlineCallName, { method, path, query, payload, access }: OnlineCall) {
  const asked = query ? [...messagesOf(query), ...NOT_A_CURSOR] : [];
  const sent = payload ? [...messagesOf(payload), NOT_JSON] : [];
  const ofPath = path.includes('{email}') ? messagesOf(email) : [];
  const isMissing = (paramsIn(path).length > 0 && !NEVER_MISSING.includes(name)) || ASKS_FOR.includes(name);
  return {
    ...refusalWith(400, [...asked, ...sent, ...ofPath, ...(INVALID[name] ?? [])]),
    ...refusals(
      ...(access === 'anyone' ? [] : [401 as const]),
      ...(access === 'anyone' && method === 'GET' ? [] : [403 as const]),
      ...(isMissing ? [404 as const] : []),
      ...(name === 'sync.batch' ? [409 as const] : []),
      ...(payload ? ([408, 413, 415] as const) : []),
      ...(VERSIONED.includes(name) ? [426 as const] : []),
      ...([429, 500, 503] as const),
      ...(method === 'GET' ? [] : [507 as const]),
    ),
    ...refusalWith(409, CONFLICTS[name] ?? []),
  };
}

/** The calls that are answered at once. */
export function addOnlineCalls(paths: OpenApiDocument['paths']) {
  for (const [name, call] of Object.entries(ONLINE_CALLS) as [OnlineCallName, OnlineCall][]) {
    const { method, path, summary, query, payload, answer, access = 'beta' } = call;
    const queried = queryParameters(query);
    const isPaged = queried.some((parameter) => parameter.name === 'limit');
    const content = answer ? json(schemaOf(answer)) : POKES;
    (paths[path] ??= {})[method.toLowerCase()] = {
      operationId: name,
      summary,
      ...describedAs(NOTES[name], ACCESS[access]),
      tags: [name.split('.')[0] ?? name],
      ...(access === 'anyone' && { security: [] }),
      parameters: [...pathParameters(path), ...queried, ...(NAMES_PERSON.includes(name) ? [USER] : [])],
      ...withBody(payload),
      responses: {
        ...done(CREATING.includes(name) ? 201 : 200, 'Done', content, isPaged ? LINK : undefined),
        ...onlineRefusals(name, call),
      },
    };
  }
}
