import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { NEW_CUE } from '../contract/entities/cue.ts';
import {
  BIO_MAX,
  CALENDAR_DAYS_MAX,
  COMMENT_MAX,
  DOG_TITLE_MAX,
  ENVELOPE_MAX_OPERATIONS,
  LIST_MAX,
  MEDIA_MAX_BYTES,
  NAME_MAX,
  PLANNED_DONE_MAX,
  PLANNED_MAX,
  PLANNED_SESSIONS_MAX,
  PARTNER_LINKS_MAX,
  PROGRAM_CUES_MAX,
  REPORT_NOTE_MAX,
  REPS_ASKED_MAX,
  SEARCH_MAX,
  SET_REPS_MAX,
  SHARED_RESULTS_MAX,
  STEP_MAX,
  STEPS_MAX,
  TEXT_MAX,
  TITLE_MAX,
  TITLES_MAX,
} from '../contract/limits.ts';
import { formatRep } from '../contract/reps.ts';
import type { MutationName } from '../contract/mutations.ts';
import type { KeepKeyAnswer, OnlineCallName, SignIn } from '../contract/online-calls.ts';
import type { NewPartnerLink } from '../contract/partner-links.ts';
import { installation } from '../db/tables/installation.ts';
import { conflicts, cues, programs, videos } from '../db/tables/training.ts';
import { COMMAS_MAX, FIELDS_MAX } from '../routes/read-json.ts';
import type { TestPerson } from './create-test-app.ts';
import type { ListeningApp } from './listening-app.ts';
import { newPushKeys } from './push-service.ts';
import { mp4, locationTrack } from './sample-media.ts';
import { openUploadAs, patchAs, putAs, TUS_HEADERS } from './upload-as.ts';

/** An admin whose lists are filled, her partner, and a session of hers with many comments. */
export interface World {
  app: ListeningApp;
  ann: TestPerson;
  ben: TestPerson;
  discussed: string;
}

type Answering = Promise<{ status: number }>;
/** Prepares one request outside the measured time. @returns a function that sends it */
type Prepare = (world: World) => Promise<() => Answering>;

/** A text of letters that must be folded, in words that match nothing. */
const filled = (length: number, by = 'Ä ß"\n') =>
  by
    .repeat(length)
    .slice(0, length - 1)
    .concat('x');
const list = (count: number, length: number) => Array.from({ length: count }, (_, at) => filled(length, `${at} ö`));
const FILTER = encodeURIComponent(filled(SEARCH_MAX, 'a ł'));

const DOG = {
  name: filled(NAME_MAX),
  breed: filled(NAME_MAX),
  birthdate: '2020-01-01',
  notes: filled(TEXT_MAX),
  titles: list(TITLES_MAX, DOG_TITLE_MAX),
};
const CUE = { name: filled(NAME_MAX), description: filled(TEXT_MAX), steps: list(STEPS_MAX, STEP_MAX), visibility: 'public' };
export const VIDEO = {
  title: filled(TITLE_MAX),
  description: filled(TEXT_MAX),
  weather: filled(NAME_MAX),
  surface: filled(NAME_MAX),
  place: filled(NAME_MAX),
};
const PROGRAM = { name: filled(NAME_MAX), goal: filled(TEXT_MAX) };
const COMMENT = { content: filled(COMMENT_MAX) };
const SET = {
  exercise: filled(NAME_MAX),
  step: filled(STEP_MAX),
  hitMeans: filled(STEP_MAX),
  repsAsked: REPS_ASKED_MAX,
  reps: Array.from({ length: SET_REPS_MAX }, (_, at) =>
    formatRep({ id: `r${1_000_000 + at}`, kind: 'hit', at, filmMs: at, latencyMs: at }),
  ),
};
const PLAN = {
  day: '2026-11-29',
  note: filled(TEXT_MAX),
  exercises: Array.from({ length: PLANNED_MAX }, (_, at) => ({
    id: `p${1_000_000 + at}`,
    exercise: filled(NAME_MAX),
    step: filled(STEP_MAX),
    hitMeans: filled(STEP_MAX),
  })),
  videoIds: Array.from({ length: PLANNED_SESSIONS_MAX }, () => randomUUID()),
  done: Array.from({ length: PLANNED_DONE_MAX }, (_, at) => `p${1_000_000 + at} ${randomUUID()}`),
};
const TRIAL = { name: filled(NAME_MAX), day: '2026-12-20', result: filled(TEXT_MAX), shownToPartners: true };
const PROFILE = { bio: filled(BIO_MAX), firstName: filled(NAME_MAX), lastName: filled(NAME_MAX) };
const POSITIONS = 100_000;

type Row = { id: string };

/** A request that prepares the measured one. @throws when the server refuses it: the measured one would be cheap */
async function mustSend<Body>(person: TestPerson, method: string, path: string, body?: object): Promise<Body> {
  const answer = await person.call<Body>(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const made = async (person: TestPerson, path: string, body: object) => (await mustSend<Row>(person, 'POST', path, body)).id;

/**
 * Fills the longest pages: a person's sessions, programs, and comments on one session.
 * @returns the id of that session
 */
export async function fillPages({ services }: ListeningApp, ann: TestPerson): Promise<string> {
  const { db } = services;
  const copy = (kind: string, id: string) => {
    const table = sql.identifier(kind);
    return db.execute(sql`
      insert into ${table} select (jsonb_populate_record(${table}, jsonb_build_object('id', gen_random_uuid()))).*
      from ${table}, generate_series(2, ${LIST_MAX}::int) where id = ${id}::uuid`);
  };
  const own = `own:${ann.userId}`;
  for (const [kind, row] of [
    ['videos', VIDEO],
    ['programs', PROGRAM],
  ] as const) {
    await copy(kind, await made(ann, `/api/${kind}`, row));
    await db.execute(sql`
      insert into feed_entries (feed, entity, row_id, position, gone, at)
      select feeds.name, ${kind}, rows.id, head + row_number() over (), false, now() from feeds, ${sql.identifier(kind)} rows
      where feeds.name = ${own} on conflict do nothing`);
    await db.execute(sql`update feeds set head = (select max(position) from feed_entries where feed = name) where name = ${own}`);
  }
  const session = await made(ann, '/api/videos', VIDEO);
  await copy('comments', await made(ann, `/api/videos/${session}/comments`, COMMENT));
  return session;
}

/** Sends a call with a long answer and does not parse it: that would count as the server's work. */
export async function drained(app: ListeningApp, person: TestPerson, path: string, body?: object) {
  const answer = await app.fetchAs(person, path, body && postedBy(person, body));
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  return { status: answer.status, bytes };
}

const postedBy = (person: TestPerson, body: object) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', 'x-longline-user': person.userId },
});

const call =
  (method: string, path: string, body?: unknown): Prepare =>
  async ({ ann }) =>
  () =>
    ann.call(method, path, body);
const listing =
  (path: string, whose: 'ann' | 'ben' = 'ann'): Prepare =>
  async (world) =>
  () =>
    drained(world.app, world[whose], `${path.replace('{discussed}', world.discussed)}${path.includes('?') ? '&' : '?'}limit=${LIST_MAX}`);
const pulling =
  (whose: 'ann' | 'ben'): Prepare =>
  async (world) =>
  () =>
    drained(world.app, world[whose], '/api/sync', { version: 1, cursors: {} });
/** A call about a row that is made first. `{id}` stands for it. */
const about =
  (collection: string, row: object, method: string, path: string, body?: unknown): Prepare =>
  async ({ ann }) => {
    const id = await made(ann, `/api/${collection}`, row);
    return () => ann.call(method, path.replace('{id}', id), body);
  };
const restoring =
  (collection: string, row: object): Prepare =>
  async ({ ann }) => {
    const path = `/api/${collection}/${await made(ann, `/api/${collection}`, row)}`;
    await mustSend(ann, 'DELETE', path);
    return () => ann.call('POST', `${path}/restore`);
  };
const newPerson = ({ services, signIn }: ListeningApp) => signIn(`${services.newId()}@example.org`, { beta: true });
/** A call about a request that a new person has sent to Ann. */
const answering =
  (send: (path: string, ann: TestPerson, sender: TestPerson) => Answering): Prepare =>
  async ({ app, ann }) => {
    const sender = await newPerson(app);
    const id = await made(sender, '/api/friendships', { friendId: ann.userId });
    return () => send(`/api/friendships/${id}`, ann, sender);
  };
/** Sends an envelope; the status is that of its first refused operation. Parsing a long answer would count as work of the server. */
const sendingAll = (app: ListeningApp, person: TestPerson, operations: object[]) => async () => {
  const answer = await app.fetchAs(person, '/api/batch', postedBy(person, { version: 1, operations }));
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body ?? []) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const refused = ['"status":4', '"status":5'].map((text) => body.indexOf(text)).find((at) => at >= 0);
  return { status: refused === undefined ? answer.status : Number(body.toString('latin1', refused + 9, refused + 12)) };
};
/** An envelope of as many creates as it may hold. */
const fifty =
  (kind: string, row: object): Prepare =>
  async ({ app, ann }) => {
    const { newId } = app.services;
    const operation = () => ({ key: newId(), call: `${kind}.create`, params: {}, payload: { id: newId(), ...row } });
    const operations = Array.from({ length: ENVELOPE_MAX_OPERATIONS }, operation);
    return sendingAll(app, ann, operations);
  };
/** A shared session whose page shows as many results as it may. */
async function sharedWithResults({ app, ann }: World): Promise<string> {
  const { newId } = app.services;
  const id = await made(ann, '/api/videos', { ...VIDEO, showsResults: true });
  await mustSend(ann, 'POST', `/api/videos/${id}/share`);
  const operation = (_: unknown, position: number) => ({
    key: newId(),
    call: 'sets.create',
    params: {},
    payload: { ...SET, id: newId(), videoId: id, position },
  });
  const { status } = await sendingAll(app, ann, Array.from({ length: SHARED_RESULTS_MAX }, operation))();
  if (status >= 300) throw new Error(`Sets answered ${status}`);
  return id;
}
/** A call about a program with as many cues as it may hold, or one less. */
const withProgram =
  (send: (ann: TestPerson, path: string, cueIds: string[], app: ListeningApp) => Answering, { isFull = true } = {}): Prepare =>
  async ({ app, ann }) => {
    const { db, newId } = app.services;
    const path = `/api/programs/${await made(ann, '/api/programs', PROGRAM)}/cues`;
    const ids = Array.from({ length: PROGRAM_CUES_MAX }, newId);
    const times = { createdAt: app.clock.now, updatedAt: app.clock.now };
    await db.insert(cues).values(ids.map((id) => ({ ...NEW_CUE, ...times, id, ownerId: ann.userId, name: id, version: 1 })));
    await db
      .update(programs)
      .set({ cues: ids.slice(0, -1).map((cueId, orderIndex) => ({ cueId, orderIndex })) })
      .where(eq(programs.id, path.split('/')[3]!));
    if (isFull) await mustSend(ann, 'POST', path, { cueId: ids.at(-1), orderIndex: PROGRAM_CUES_MAX });
    return () => send(ann, path, ids, app);
  };
/** A call about a set with as many reps as it may hold. */
const withSet =
  (send: (ann: TestPerson, path: string) => Answering): Prepare =>
  async ({ ann, discussed }) => {
    const path = `/api/sets/${await made(ann, '/api/sets', { ...SET, videoId: discussed })}`;
    return () => send(ann, path);
  };
/** A call of a person who is signed in on other devices. @param send its second argument is one of these */
const signedInOften =
  (send: (person: TestPerson, other: string) => Answering): Prepare =>
  async ({ app }) => {
    const person = await newPerson(app);
    for (let more = 0; more < 4; more += 1) await app.signIn(person.email);
    const signIns = await mustSend<SignIn[]>(person, 'GET', '/api/auth/sign-ins');
    return () => send(person, signIns.find(({ current }) => !current)!.id);
  };
/** A call with the secret of a link, of someone who has it. */
const withLink =
  (send: (secret: string, person: TestPerson) => Answering, beta = true): Prepare =>
  async ({ app, ann }) => {
    const person = beta ? await newPerson(app) : await app.signIn(`${randomUUID()}@example.org`);
    const { secrets } = await mustSend<NewPartnerLink>(ann, 'POST', '/api/partner-links');
    return () => send(secrets.partner, person);
  };
/** Public cues and sessions of one person. */
const SHOWN_TO_ALL = 200;
/** A call about a report of a cue. @param outcome decided before */
const reported =
  (send: (world: { ann: TestPerson; reporter: TestPerson; id: string }) => Answering, outcome?: 'kept'): Prepare =>
  async ({ app, ann }) => {
    const [author, reporter] = [await newPerson(app), await newPerson(app)];
    const subjectId = await made(author, '/api/cues', CUE);
    const id = await made(reporter, '/api/reports', { subject: 'cue', subjectId, reason: 'other', note: filled(REPORT_NOTE_MAX) });
    if (outcome) await mustSend(ann, 'POST', `/api/admin/reports/${id}/decision`, { outcome, answer: 'It is fine' });
    return () => send({ ann, reporter, id });
  };
const subscription = () => ({
  endpoint: `https://push.example.org/${randomUUID().repeat(20)}`,
  keys: newPushKeys().keys,
  kinds: ['comment'],
});

/** The most expensive valid request to each call. A new call does not compile before it is here. */
const CALLS: Record<Exclude<MutationName | OnlineCallName, 'sync.events'>, Prepare> = {
  'dogs.create': call('POST', '/api/dogs', DOG),
  'dogs.update': about('dogs', DOG, 'PATCH', '/api/dogs/{id}', { ...DOG, base: DOG }),
  'dogs.delete': about('dogs', DOG, 'DELETE', '/api/dogs/{id}'),
  'dogs.restore': restoring('dogs', DOG),
  'dogs.list': listing('/api/dogs'),
  'cues.create': call('POST', '/api/cues', CUE),
  'cues.update': about('cues', CUE, 'PATCH', '/api/cues/{id}', { ...CUE, base: CUE }),
  'cues.delete': about('cues', CUE, 'DELETE', '/api/cues/{id}'),
  'cues.restore': restoring('cues', CUE),
  'cues.import': async ({ ann, ben }) => {
    const id = await made(ann, '/api/cues', CUE);
    return () => ben.call('POST', `/api/cues/${id}/import`);
  },
  'cues.own': listing('/api/cues'),
  'cues.public': listing(`/api/cues/public?search=${FILTER}`),
  'cues.partners': listing('/api/cues/partners', 'ben'),
  'programs.create': call('POST', '/api/programs', PROGRAM),
  'programs.update': about('programs', PROGRAM, 'PATCH', '/api/programs/{id}', { ...PROGRAM, base: PROGRAM }),
  'programs.delete': about('programs', PROGRAM, 'DELETE', '/api/programs/{id}'),
  'programs.restore': restoring('programs', PROGRAM),
  'programs.list': listing('/api/programs'),
  'programs.cues': withProgram((ann, path) => ann.call('GET', path)),
  'programs.addCue': withProgram((ann, path, ids) => ann.call('POST', path, { cueId: ids.at(-1), orderIndex: 0 }), { isFull: false }),
  'programs.orderCues': withProgram((ann, path, ids) => ann.call('PUT', path, { cueIds: ids.toReversed() })),
  'programs.removeCue': withProgram((ann, path, [, second]) => ann.call('DELETE', `${path}/${second}`)),
  'videos.create': call('POST', '/api/videos', VIDEO),
  'videos.update': about('videos', VIDEO, 'PATCH', '/api/videos/{id}', { ...VIDEO, base: VIDEO }),
  'videos.delete': about('videos', VIDEO, 'DELETE', '/api/videos/{id}'),
  'videos.restore': restoring('videos', VIDEO),
  'videos.share': about('videos', VIDEO, 'POST', '/api/videos/{id}/share'),
  'videos.unshare': about('videos', VIDEO, 'DELETE', '/api/videos/{id}/share'),
  'videos.one': about('videos', VIDEO, 'GET', '/api/videos/{id}'),
  'videos.own': listing('/api/videos'),
  'videos.partners': listing('/api/videos/partners', 'ben'),
  'videos.shared': async (world) => {
    const id = await sharedWithResults(world);
    return () => drained(world.app, world.ben, `/api/videos/${id}/share`);
  },
  'videos.finalize': async ({ app, ann }) => {
    const film = mp4({ size: 600_000, about: [locationTrack(POSITIONS, 1, (chunk) => 100 + 2 * ((chunk * 104_729) % POSITIONS))] });
    const videoURL = await openUploadAs(ann);
    const { status } = await putAs(app, ann, videoURL, film as BodyInit);
    if (status >= 300) throw new Error(`The upload answered ${status}`);
    return () => ann.call('PUT', '/api/videos/finalize', { videoURL });
  },
  'objects.upload': call('POST', '/api/objects/upload', { size: MEDIA_MAX_BYTES, type: 'video/mp4' }),
  'comments.create': about('videos', VIDEO, 'POST', '/api/videos/{id}/comments', COMMENT),
  'comments.delete': async ({ ann, discussed }) => {
    const path = `/api/videos/${discussed}/comments`;
    const id = await made(ann, path, COMMENT);
    return () => ann.call('DELETE', `${path}/${id}`);
  },
  'comments.list': listing('/api/videos/{discussed}/comments'),
  'comments.own': listing('/api/comments'),
  'sets.create': async ({ ann, discussed }) => {
    const set = { ...SET, videoId: discussed };
    return () => ann.call('POST', '/api/sets', set);
  },
  'sets.update': withSet((ann, path) => ann.call('PATCH', path, { ...SET, base: SET })),
  'sets.delete': withSet((ann, path) => ann.call('DELETE', path)),
  'sets.restore': async ({ ann, discussed }) => {
    const path = `/api/sets/${await made(ann, '/api/sets', { ...SET, videoId: discussed })}`;
    await mustSend(ann, 'DELETE', path);
    return () => ann.call('POST', `${path}/restore`);
  },
  'plans.create': call('POST', '/api/plans', PLAN),
  'plans.update': about('plans', PLAN, 'PATCH', '/api/plans/{id}', { ...PLAN, base: PLAN }),
  'plans.delete': about('plans', PLAN, 'DELETE', '/api/plans/{id}'),
  'plans.restore': restoring('plans', PLAN),
  'plans.list': listing('/api/plans'),
  'trials.create': call('POST', '/api/trials', TRIAL),
  'trials.update': about('trials', TRIAL, 'PATCH', '/api/trials/{id}', { ...TRIAL, base: TRIAL }),
  'trials.delete': about('trials', TRIAL, 'DELETE', '/api/trials/{id}'),
  'trials.restore': restoring('trials', TRIAL),
  'trials.list': listing('/api/trials'),
  'sets.list': listing('/api/videos/{discussed}/sets'),
  'sets.own': listing('/api/sets'),
  'conflicts.settle': async ({ app, ann }) => {
    const id = await made(ann, '/api/dogs', DOG);
    await mustSend(ann, 'PATCH', `/api/dogs/${id}`, { name: filled(NAME_MAX, 'Ö'), base: { name: 'Fly' } });
    const [conflict] = await app.services.db.select().from(conflicts).where(eq(conflicts.entityId, id));
    return () => ann.call('DELETE', `/api/conflicts/${conflict!.id}`);
  },
  'friendships.create': async ({ app, ann }) => {
    const sender = await newPerson(app);
    return () => sender.call('POST', '/api/friendships', { friendId: ann.userId });
  },
  'friendships.join': withLink((secret, person) => person.call('POST', '/api/friendships/join', { secret })),
  'friendships.accept': answering((path, ann) => ann.call('PATCH', path, { status: 'accepted' })),
  'friendships.delete': answering((path, ann) => ann.call('DELETE', path)),
  'friendships.withdraw': answering((path, _ann, sender) => sender.call('POST', `${path}/withdraw`)),
  'friendships.list': listing('/api/friendships'),
  'blocks.create': async ({ app, ann }) => {
    const person = await newPerson(app);
    return () => ann.call('POST', '/api/blocks', { blockedId: person.userId });
  },
  'blocks.delete': async ({ app, ann }) => {
    const person = await newPerson(app);
    const id = await made(ann, '/api/blocks', { blockedId: person.userId });
    return () => ann.call('DELETE', `/api/blocks/${id}`);
  },
  'blocks.list': listing('/api/blocks'),
  'reports.create': async ({ app, ann }) => {
    // Stops the link of the session, so the next one reports another.
    const subjectId = await made(ann, '/api/videos', VIDEO);
    await mustSend(ann, 'POST', `/api/videos/${subjectId}/share`);
    const person = await newPerson(app);
    return () => person.call('POST', '/api/reports', { subject: 'video', subjectId, reason: 'child', note: filled(REPORT_NOTE_MAX) });
  },
  'reports.appeal': reported(
    ({ reporter, id }) => reporter.call('POST', `/api/reports/${id}/appeal`, { note: filled(REPORT_NOTE_MAX) }),
    'kept',
  ),
  'reports.list': listing('/api/reports'),
  'admin.reports': listing('/api/admin/reports?limit=1000'),
  'admin.reportCounts': call('GET', '/api/admin/report-counts'),
  'admin.decideReport': reported(({ ann, id }) =>
    ann.call('POST', `/api/admin/reports/${id}/decision`, { outcome: 'taken_down', answer: filled(REPORT_NOTE_MAX) }),
  ),
  'admin.decisions': listing('/api/admin/decisions'),
  'admin.correctAge': async ({ app, ann }) => {
    const { email } = await newPerson(app);
    return () => ann.call('POST', '/api/admin/ages', { email, isAdult: false, note: filled(REPORT_NOTE_MAX) });
  },
  'profile.update': call('PATCH', '/api/users/profile', PROFILE),
  'profile.sayAge': async ({ app }) => {
    const person = await newPerson(app);
    const { db, newId } = app.services;
    const ids = Array.from({ length: SHOWN_TO_ALL }, newId);
    const row = { createdAt: app.clock.now, updatedAt: app.clock.now, ownerId: person.userId, version: 1 };
    await db.insert(cues).values(ids.map((id) => ({ ...NEW_CUE, ...row, id, name: id, visibility: 'public' as const })));
    const sharing = ids.map((id) => ({ key: newId(), call: 'videos.create', params: {}, payload: { id, title: id } }));
    for (let at = 0; at < ids.length; at += ENVELOPE_MAX_OPERATIONS)
      await sendingAll(app, person, sharing.slice(at, at + ENVELOPE_MAX_OPERATIONS))();
    await db.update(videos).set({ shared: true }).where(eq(videos.ownerId, person.userId));
    return () => person.call('POST', '/api/users/profile/age', { isAdult: false });
  },
  'users.one':
    async ({ ann, ben }) =>
    () =>
      ben.call('GET', `/api/users/${ann.userId}`),
  'users.search': listing(`/api/users/search?query=${FILTER}`),
  'community.browse': listing(`/api/community/browse?search=${FILTER}&county=${FILTER}`),
  'sync.pull': pulling('ann'),
  'sync.batch': fifty('cues', CUE),
  'partnerLinks.list': async ({ app }) => {
    const person = await newPerson(app);
    for (let more = 0; more < PARTNER_LINKS_MAX; more += 1) await mustSend(person, 'POST', '/api/partner-links');
    return () => person.call('GET', '/api/partner-links');
  },
  'partnerLinks.create': async ({ app }) => {
    const person = await newPerson(app);
    for (let more = 0; more < PARTNER_LINKS_MAX; more += 1) await mustSend(person, 'POST', '/api/partner-links');
    return () => person.call('POST', '/api/partner-links');
  },
  'partnerLinks.revoke': async ({ ann }) => {
    const id = await made(ann, '/api/partner-links', {});
    return () => ann.call('DELETE', `/api/partner-links/${id}`);
  },
  'partnerLinks.open': withLink((secret, person) => person.call('POST', '/api/partner-links/open', { secret })),
  'partnerLinks.keep': withLink((secret, person) => person.call('POST', '/api/partner-links/keep', { secret }), false),
  'calendar.state': call('GET', '/api/calendar'),
  'calendar.publish': call('POST', '/api/calendar'),
  'calendar.revoke': call('DELETE', '/api/calendar'),
  'account.deletion': call('GET', '/api/account/deletion'),
  'account.delete': signedInOften((person) => person.call('POST', '/api/account/deletion', { when: 'now', email: person.email })),
  'account.keep': call('DELETE', '/api/account/deletion'),
  'export.state': call('GET', '/api/export'),
  'export.prepare': call('POST', '/api/export', { films: true, partBytes: null }),
  'export.discard': call('DELETE', '/api/export'),
  'push.key': call('GET', '/api/push'),
  'push.subscribe': async ({ ann }) => {
    const body = subscription();
    return () => ann.call('POST', '/api/push/subscriptions', body);
  },
  'push.unsubscribe': async ({ ann }) => {
    const id = await made(ann, '/api/push/subscriptions', subscription());
    return () => ann.call('DELETE', `/api/push/subscriptions/${id}`);
  },
  'waitlist.join': call('POST', '/api/waitlist', { email: `${'a'.repeat(240)}@example.org` }),
  'auth.user': call('GET', '/api/auth/user'),
  'auth.access': call('GET', '/api/auth/access'),
  'auth.earlierAccount': call('POST', '/api/auth/earlier-account', {
    userId: '5b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e',
    email: `${'a'.repeat(240)}@example.org`,
  }),
  'auth.keepKey': async ({ app }) => {
    const person = await newPerson(app);
    return () => person.call('GET', '/api/auth/keep-key');
  },
  'auth.returnKeepKey': async ({ ann }) => {
    const { publicKey, wrapped } = await mustSend<KeepKeyAnswer>(ann, 'GET', '/api/auth/keep-key');
    return () => ann.call('POST', '/api/auth/keep-key', { publicKey, wrapped });
  },
  'auth.signIns': signedInOften((person) => person.call('GET', '/api/auth/sign-ins')),
  'auth.endSignIn': signedInOften((person, other) => person.call('DELETE', `/api/auth/sign-ins/${other}`)),
  'auth.endOtherSignIns': signedInOften((person) => person.call('DELETE', '/api/auth/sign-ins')),
  'admin.betaAccess': listing(`/api/admin/beta-access?search=${FILTER}`),
  'admin.server': call('GET', '/api/admin/server'),
  'admin.mistakes': call('GET', '/api/admin/server/mistakes'),
  'admin.people': listing('/api/admin/people?limit=1000'),
  'admin.reclaim': async ({ app, ann }) => {
    // Ages count up to now, as after a steady day.
    const now = app.clock.now;
    await app.services.db.update(installation).set({ sweptAt: now, steadySince: new Date(0), agesUntil: now });
    return () => ann.call('POST', '/api/admin/server/reclaim', { what: 'unfinished' });
  },
  'admin.retry': call('POST', '/api/admin/server/retry', {}),
  'admin.grant': async ({ ann }) => {
    const email = `${randomUUID()}@example.org`;
    return () => ann.call('POST', '/api/admin/beta-access', { email });
  },
  'admin.remove': async ({ app, ann }) => {
    const person = await newPerson(app);
    for (let cue = 0; cue < ENVELOPE_MAX_OPERATIONS; cue += 1) await made(person, '/api/cues', { ...CUE, name: `${cue}` });
    return () => ann.call('DELETE', `/api/admin/beta-access/${person.email}`);
  },
};

export const EXPENSIVE_REQUESTS = Object.entries<Prepare>({
  ...CALLS,
  'fifty sessions': fifty('videos', VIDEO),
  'fifty dogs': fifty('dogs', DOG),
  'a partner’s first pull': pulling('ben'),
  'a calendar of as many plans as it shows': async ({ app }) => {
    const person = await newPerson(app);
    const ahead = { ...PLAN, day: '2027-01-01' };
    for (let plan = 0; plan < CALENDAR_DAYS_MAX; plan += 1) await made(person, '/api/plans', ahead);
    const { url } = await mustSend<{ url: string }>(person, 'POST', '/api/calendar');
    return () => drained(app, person, new URL(url).pathname);
  },
  'a pull with as many cursors as a request may hold': async ({ app, ann }) => {
    const { newId } = app.services;
    const cursor = { epoch: newId(), position: 0 };
    // A cursor has three fields, with its feed's name.
    const names = Array.from({ length: Math.floor(FIELDS_MAX / 3) - 1 }, () => `own:${newId()}`);
    const cursors = Object.fromEntries(names.map((name) => [name, cursor]));
    return () => drained(app, ann, '/api/sync', { version: 1, cursors });
  },
  'fifty changes that wait for as many as a request may name': async ({ app, ann }) => {
    const { newId } = app.services;
    const dependsOn = Array.from({ length: COMMAS_MAX / ENVELOPE_MAX_OPERATIONS - 10 }, newId);
    const operation = () => ({ key: newId(), call: 'cues.create', params: {}, payload: { id: newId(), name: 'Heel' }, dependsOn });
    return sendingAll(app, ann, Array.from({ length: ENVELOPE_MAX_OPERATIONS }, operation));
  },
  'an order of the longest program that names no cue of it': withProgram((ann, path, ids, { services }) =>
    ann.call('PUT', path, { cueIds: ids.map(services.newId) }),
  ),
  'fifty orders of the longest program': withProgram((ann, path, ids, app) => {
    const [, , , id] = path.split('/');
    const operation = (_: unknown, at: number) => ({
      key: app.services.newId(),
      call: 'programs.orderCues',
      params: { id },
      payload: { cueIds: at % 2 ? ids : ids.toReversed() },
    });
    return sendingAll(app, ann, Array.from({ length: ENVELOPE_MAX_OPERATIONS }, operation))();
  }),
  'the page of a shared session': async (world) => {
    const id = await sharedWithResults(world);
    return async () => {
      const answer = await world.app.fetchAs(null, `/video/${id}`, { headers: { accept: 'text/html' } });
      await answer.arrayBuffer();
      return answer;
    };
  },
  'the head of a film of 500 MB': async ({ app, ann }) => {
    const path = await openUploadAs(ann, { size: MEDIA_MAX_BYTES, type: 'video/mp4' });
    const head = mp4({ size: 2_000_000, moovFirst: true }) as BodyInit;
    return async () => {
      const sent = await patchAs(app, ann, path, head, 0);
      await app.fetchAs(ann, path, { method: 'DELETE', headers: TUS_HEADERS });
      return sent;
    };
  },
});
