import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoggedError, logError } from './log-error.ts';
import type { LogFields } from './log-fields.ts';
import { createMail } from './mail/mail.ts';
import { runBounded } from './media/ports/run-bounded.ts';
import { createTestApp, type TestApp, type TestPerson } from './testing/create-test-app.ts';
import { describeOnBothDatabases } from './testing/describe-on-both-databases.ts';
import { type EncodedFilms, openEncodedFilms } from './testing/encoded-films.ts';
import { createListeningApp } from './testing/listening-app.ts';
import { keepLogLines } from './testing/log-lines.ts';
import { CLIENT_SECRET, startProvider } from './testing/start-provider.ts';
import { freePort } from './testing/free-port.ts';
import { idOf } from './testing/stored-media.ts';
import { openUploadAs, patchAs } from './testing/upload-as.ts';

const PLANTED = 'Plantedword, typed by a person';
const EMAIL = 'planted@private.example';
const ANY_PLANTED = /planted/i;

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

type Line = Record<string, unknown> & { err?: LoggedError };
const parsed = (lines: string[]) => lines.map((line) => JSON.parse(line) as Line);
const failures = (lines: string[]) => parsed(lines).filter(({ err }) => err);

/** Answers every request with the status and a text that quotes a person. */
async function serverThatQuotes(status: number): Promise<string> {
  const server: Server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': PLANTED.replace(/\W/g, '') });
    response.end(`<Error><Code>AccessDenied</Code><Message>${PLANTED} ${EMAIL}</Message><Key>${PLANTED}</Key></Error>`);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  stops.push(
    () => new Promise((closed) => server.close(closed)),
    () => server.closeAllConnections(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describeOnBothDatabases('the most verbose log contains nothing that a person typed', (open) => {
  let app: TestApp;
  let lines: string[];
  let kate: TestPerson;
  let db: TestApp['services']['db'];
  beforeAll(async () => {
    const kept = keepLogLines();
    lines = kept.lines;
    const database = await open();
    db = database.db;
    app = await createTestApp(database, { log: kept.log, env: { adminEmails: [EMAIL] } });
    kate = await app.signIn(EMAIL);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    lines.length = 0;
  });
  const expectNothingTyped = () => expect(lines.filter((line) => ANY_PLANTED.test(line))).toEqual([]);

  it('when a constraint fails, and still names the constraint and its code', async () => {
    await db.execute(sql`alter table dogs add constraint no_more_dogs check (false) not valid`);
    const refused = await kate.call('POST', '/api/dogs', { name: PLANTED, breed: PLANTED, birthdate: '2020-01-01', notes: PLANTED });
    expect(refused.status).toBe(500);
    const [failure] = failures(lines);
    expect(failure).toMatchObject({
      requestId: refused.headers.get('x-request-id'),
      err: {
        type: 'DrizzleQueryError',
        query: expect.stringMatching(/^insert into "dogs"/),
        cause: { code: '23514', table: 'dogs', constraint: 'no_more_dogs', stack: expect.arrayContaining([expect.any(String)]) },
      },
    });
    expectNothingTyped();
  });

  it('when a statement is cancelled with the row in its message, detail, hint and context', async () => {
    await db.execute(sql`create function cancelled() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '57014', message = 'cancelled: ' || new.title, detail = new.description, hint = new.title;
    end $$`);
    await db.execute(sql`create trigger cancelled before insert on videos for each row execute function cancelled()`);
    const envelope = {
      version: 1,
      operations: [
        {
          key: randomUUID(),
          call: 'videos.create',
          params: {},
          payload: { title: PLANTED, description: `${PLANTED}\n    at planted (file:///planted.js:1:1)` },
        },
      ],
    };
    const answered = await kate.call<{ answers: { status: number }[] }>('POST', '/api/batch', envelope);
    expect(answered.body.answers).toMatchObject([{ status: 500 }]);
    expect(failures(lines)[0]).toMatchObject({ err: { cause: { code: '57014' } } });
    expectNothingTyped();
  });

  it('when a table is missing, even for a visitor who leaves an address', async () => {
    await db.execute(sql`alter table waitlist rename to gone`);
    const answered = await kate.call('POST', '/api/waitlist', { email: `other-${EMAIL}` });
    await kate.get(`/api/admin/beta-access?search=${EMAIL}`);
    await db.execute(sql`alter table gone rename to waitlist`);
    expect(answered.status).toBe(500);
    expect(failures(lines)).toMatchObject([{ err: { cause: { code: '42P01' } } }, { err: { cause: { code: '42P01' } } }]);
    expectNothingTyped();
  });

  it('in paths, queries and headers', async () => {
    const word = encodeURIComponent(PLANTED);
    for (const path of [
      `/api/admin/beta-access/${EMAIL}`,
      `/api/${word}`,
      `/${word}?q=${word}`,
      `/video/${word}`,
      `/objects/${word}`,
      `/api/users/search?query=${word}`,
      `/api/dogs/${word}`,
      `/api/calendar/${word}.ics`,
    ]) {
      await kate.send(path, {
        method: 'DELETE',
        headers: { 'upload-metadata': `filename ${btoa(PLANTED)}`, 'x-request-id': PLANTED, referer: PLANTED, 'user-agent': PLANTED },
      });
      await kate.get(path, { accept: 'text/html' });
    }
    expect(parsed(lines).map(({ route }) => route)).toEqual(
      expect.arrayContaining([
        '/api/admin/beta-access/:email',
        '/api/*',
        '/video/*',
        '/objects/*',
        '/api/users/search',
        '/api/calendar/:file',
      ]),
    );
    expectNothingTyped();
  });

  it('and a request line still shows the route and the status', async () => {
    const id = randomUUID();
    const { headers } = await kate.call('PATCH', `/api/dogs/${id}`, { name: PLANTED });
    expect(parsed(lines)).toMatchObject([
      {
        level: 30,
        requestId: headers.get('x-request-id'),
        method: 'PATCH',
        route: `/api/dogs/${id}`,
        status: 404,
        userId: kate.userId,
        msg: 'Answered',
      },
    ]);
    expectNothingTyped();
  });

  it('when the mail server refuses an address and quotes it', async () => {
    const port = await freePort();
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, answer) => answer(new Error(`no ${address}: ${PLANTED}`)),
    });
    smtp.on('error', () => {});
    await new Promise<void>((listening) => smtp.listen(port, '127.0.0.1', () => listening()));
    stops.push(() => new Promise<void>((stopped) => smtp.close(() => stopped())));
    const { mail } = app.services;
    app.services.mail = createMail(
      { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'codes@longline.example', publicUrl: 'https://longline.example' },
      () => {},
    );
    const { createApp } = await import('./app.ts');
    const { NO_STATIC_FILES } = await import('./static.ts');
    const former = app.app;
    app.app = createApp(app.services, NO_STATIC_FILES);
    expect((await app.browser().post('/api/login', { email: `new-${EMAIL}` })).status).toBe(503);
    app.app = former;
    app.services.mail = mail;
    expect(failures(lines)).toMatchObject([
      { err: { type: 'Error', code: 'EENVELOPE', status: 550, command: 'RCPT TO' }, msg: 'a sign-in code could not be sent' },
    ]);
    expectNothingTyped();
  });
});

describeOnBothDatabases('the log of a server whose external services fail', (open) => {
  it('contains no text from a provider that is down or refuses', async () => {
    const redirectUri = 'http://localhost:3000/api/login/callback';
    const provider = await startProvider({ redirectUri });
    stops.push(() => provider.stop());
    const { log, lines } = keepLogLines();
    for (const issuer of [await serverThatQuotes(500), provider.issuer]) {
      const app = await createTestApp(await open(), {
        log,
        env: { oidc: { issuer, clientId: 'longline', clientSecret: CLIENT_SECRET }, publicUrl: 'http://localhost:3000' },
      });
      stops.push(() => app.close());
      const browser = app.browser();
      const sent = await browser.get('/api/login');
      if (sent.status !== 303) continue;
      const { searchParams } = new URL(sent.headers.get('location')!);
      const failed = new URLSearchParams({
        error: 'access_denied',
        error_description: PLANTED,
        iss: issuer,
        state: searchParams.get('state')!,
      });
      expect((await browser.get(`/api/login/callback?${failed}`)).status).toBe(400);
    }
    expect(failures(lines).map(({ msg }) => msg)).toEqual(['the sign-in provider cannot be reached', 'a sign-in at the provider failed']);
    expect(lines.join('')).not.toMatch(ANY_PLANTED);
  });

  it('contains no text from an object store that refuses', async () => {
    const { log, lines } = keepLogLines();
    const objectStore = {
      bucket: 'longline',
      endpoint: await serverThatQuotes(403),
      region: 'us-east-1',
      credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
    };
    const app = await createTestApp(await open(), { log, env: { objectStore } });
    stops.push(() => app.close());
    const kate = await app.signIn(EMAIL, { beta: true });
    expect((await kate.call('POST', '/api/objects/upload', { size: 10, type: 'video/mp4', name: PLANTED })).status).toBe(500);
    expect(failures(lines)).toMatchObject([{ err: { type: 'AccessDenied', status: 403 } }]);
    expect(lines.join('')).not.toMatch(ANY_PLANTED);
  });

  it('contains no text of an upload that a full disk refuses', async () => {
    const { log, lines } = keepLogLines();
    const app = await createListeningApp({ ...(await open()), log });
    stops.push(() => app.close());
    const kate = await app.signIn(EMAIL, { beta: true });
    const path = await openUploadAs(kate, { size: 100_000, name: `${PLANTED}.mp4` });
    const file = join(app.services.env.dataDir, 'media/uploads', idOf(path));
    await rm(file);
    await symlink('/dev/full', file);
    const full = await patchAs(app, kate, path, Buffer.alloc(100_000, PLANTED), 0, { 'Upload-Metadata': `filename ${btoa(PLANTED)}` });
    expect(full.status).toBe(507);
    expect(failures(lines)).toMatchObject([{ code: 'storage_full', err: { code: 'ENOSPC', syscall: 'write' } }]);
    expect(lines.join('')).not.toMatch(ANY_PLANTED);
  });
});

describe('an error in the log', () => {
  let films: EncodedFilms;
  beforeAll(async () => {
    films = await openEncodedFilms();
  });
  afterAll(() => films.close());

  function logged(err: unknown): Line {
    const { log, lines } = keepLogLines();
    log.error({ err }, 'It failed');
    expect(lines.join('')).not.toMatch(ANY_PLANTED);
    return parsed(lines)[0]!;
  }

  it('omits the title of a film that ffmpeg fails on, and names the reason', async () => {
    const film = await films.film('titled.mp4', '-metadata', `title=${PLANTED}`, '-c:v', 'libx264', '-c:a', 'aac');
    const failure: unknown = await runBounded(films.programs.ffmpeg, ['-i', film, '-c:v', 'no-such-codec', '-f', 'null', '-'], {
      timeoutMs: 30_000,
      signal: new AbortController().signal,
    }).catch((error: unknown) => error);
    expect(String(failure)).toMatch(ANY_PLANTED);
    expect(logged(failure)).toMatchObject({ err: { type: 'ProgramFailed', reason: 'Unknown encoder', exit: expect.any(Number) } });
  });

  it('has its stack, without message lines that look like stack frames', () => {
    const { err } = logged(new TypeError(`${PLANTED}\n    at planted (file:///planted.js:1:1)`));
    expect(err?.stack?.[0]).toContain('private-log.test.ts');
  });

  it('has no stack when its message was changed, because the two are indistinguishable', () => {
    const error = new Error(`${PLANTED}\n    at planted (file:///planted.js:1:1)`);
    expect(error.stack).toMatch(ANY_PLANTED);
    error.message = 'another one';
    expect(logged(error).err).toEqual({ type: 'Error', stack: [] });
  });

  it('includes its causes and parts, filtered in the same way, and nothing that is not an error', () => {
    const cause = Object.assign(new Error(PLANTED), { code: 'ECONNREFUSED', address: PLANTED, detail: PLANTED, parameters: [PLANTED] });
    expect(logged(new AggregateError([cause, PLANTED], PLANTED, { cause })).err).toMatchObject({
      type: 'AggregateError',
      cause: { code: 'ECONNREFUSED' },
      errors: [{ code: 'ECONNREFUSED' }, { type: 'string' }],
    });
    expect(logError(Object.assign(new Error('x'), { code: PLANTED, table: PLANTED, constraint: EMAIL, name: PLANTED }))).toEqual({
      type: 'Error',
      stack: expect.any(Array),
    });
  });

  it('drops keys that are not on the list, and hides values of another shape', () => {
    const { log, lines } = keepLogLines();
    log.info(
      {
        notes: PLANTED,
        requestId: PLANTED,
        method: PLANTED,
        route: PLANTED,
        code: PLANTED,
        status: PLANTED,
        object: PLANTED,
        [PLANTED]: 1,
      } as LogFields,
      'A line',
    );
    const { level, time, ...rest } = parsed(lines)[0]!;
    expect([level, time, rest]).toEqual([
      30,
      expect.any(String),
      {
        requestId: '[hidden]',
        method: '[hidden]',
        route: '[hidden]',
        code: '[hidden]',
        status: '[hidden]',
        object: '[hidden]',
        msg: 'A line',
      },
    ]);
  });
});

describe('terminal output that bypasses the log', () => {
  const compiled = (name: string) => pathToFileURL(join(import.meta.dirname, '../dist/api', name)).href;
  const program = (body: string) => `
    import { createLog } from '${compiled('log.js')}';
    import { sendStderrTo } from '${compiled('stderr-to-log.js')}';
    sendStderrTo(createLog({ logLevel: 'trace' }));
    ${body}`;

  it.each([
    ['an unhandled rejection', `Promise.reject(new RangeError('${PLANTED}'))`, 1, 'RangeError'],
    ['an uncaught error', `setImmediate(() => { throw new RangeError('${PLANTED}') })`, 1, 'RangeError'],
    ['a warning', `process.emitWarning('${PLANTED}', 'PlainWarning')`, 0, 'PlainWarning'],
    ['the console of a package', `console.error('${PLANTED}', new RangeError('${PLANTED}'))`, 0, 'RangeError'],
  ])('%s becomes a log line', async (_what, body, code, type) => {
    const ran = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program(body)]).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).not.toMatch(ANY_PLANTED);
    expect(parsed(ran.stderr.trim().split('\n'))).toMatchObject([{ err: { type } }]);
  });
});
