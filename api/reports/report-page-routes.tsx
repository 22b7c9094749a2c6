/** @jsxImportSource hono/jsx */
import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { addressOf, countAgainst } from '../auth/rate-limits.ts';
import { ReportCreate } from '../contract/entities/report.ts';
import { REPORT_NOTE_MAX } from '../contract/limits.ts';
import { REPORT_MESSAGES } from '../contract/report-words.ts';
import { id as idSchema, mailableEmail, requiredText } from '../contract/text.ts';
import { Refusal } from '../errors.ts';
import { pageMaker } from '../pages/page.tsx';
import { readForm } from '../pages/read-form.ts';
import { sharedVideoReader } from '../public-page/shared-video.ts';
import { changeRows } from '../routes/change-rows.ts';
import type { AppEnv, Services } from '../services.ts';
import { fileComplaint, fileReport, type Filer } from './file-report.ts';
import type { ReportRow } from './report-for.ts';
import { ComplaintPage, GonePage, REPORT_STYLE, ReportPage, RulesPage, SentPage, type Typed } from './report-pages.tsx';
import { TEXTS } from './texts.ts';

const NOTHING_TYPED: Typed = { values: {}, errors: {} };
const { reason, note: optionalNote } = ReportCreate.shape;
const requiredNote = requiredText(REPORT_NOTE_MAX, REPORT_MESSAGES.about);

/** Pages that everyone may open, in the app or without an account: report a shared session, complain, and the rules (R379, R381). */
export function reportPageRoutes(services: Services): Hono<AppEnv> {
  const { db, env, mail } = services;
  const answer = pageMaker(REPORT_STYLE);
  const readShared = sharedVideoReader(db);
  const gone = (c: Context<AppEnv>) => answer(c, { title: TEXTS.report.gone.title, body: <GonePage />, status: 404 });
  const sent = (c: Context<AppEnv>, row: ReportRow, email: string | null) =>
    answer(c, {
      title: row.subject === 'complaint' ? TEXTS.sent.complaint : TEXTS.sent.report,
      body: <SentPage row={row} isMailed={!mail.toTerminal && email !== null} />,
    });

  /** The signed-in person, or someone who may leave an address. */
  const filerOf = (c: Context<AppEnv>, email: string | null): Filer => {
    const person = c.var.signedIn;
    return person ? { userId: person.userId, email: null } : { userId: null, email };
  };
  /** @param email who would get letters: no one else may use this server to fill a mailbox */
  const count = async (c: Context<AppEnv>, email: string | null) => {
    const person = c.var.signedIn;
    await (person ? countAgainst(services, 'reports', person.userId) : countAgainst(services, 'reportsPerAddress', addressOf(c, services)));
    if (email !== null) await countAgainst(services, 'reportsPerAddress', email);
  };
  /** Why the server refuses a form without a mistake in a field. */
  const refusalIn = (error: unknown): { message: string; status: 400 | 409 | 429 } => {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'rate_limited') return { message: TEXTS.tooMany, status: 429 };
    if (error.code === 'conflict') return { message: error.message, status: 409 };
    if (error.code === 'invalid') return { message: error.message, status: 400 };
    throw error;
  };

  return new Hono<AppEnv>()
    .get('/rules', (c) => answer(c, { title: TEXTS.rules.title, body: <RulesPage termsUrl={env.termsUrl} /> }))
    .get('/report/:id', async (c) => {
      const shared = await findShared(c);
      if (!shared) return gone(c);
      return answer(c, {
        title: TEXTS.report.title,
        body: <ReportPage {...shared} typed={NOTHING_TYPED} isKnown={c.var.signedIn !== null} />,
      });
    })
    .post('/report/:id', async (c) => {
      const shared = await findShared(c);
      if (!shared) return gone(c);
      const form = await readForm(c);
      const { values, errors, data } = parseForm(form, { reason, at: optionalTime, note: optionalNote, email: optionalEmail });
      const again = (typed: Typed, status: 400 | 409 | 429) =>
        answer(c, {
          title: `Error: ${TEXTS.report.title}`,
          status,
          body: <ReportPage {...shared} typed={typed} isKnown={c.var.signedIn !== null} />,
        });
      if (!data) return again({ values, errors }, 400);
      try {
        await count(c, data.email);
        const filing = {
          id: services.newId(),
          subject: 'video',
          subjectId: shared.id,
          reason: data.reason,
          atSeconds: data.at,
          note: data.note,
        } as const;
        const row = await changeRows(services, (context) => fileReport(context, filing, filerOf(c, data.email)));
        return sent(c, row, c.var.signedIn ? null : data.email);
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found') return gone(c);
        const { message, status } = refusalIn(error);
        return again({ values, errors: { form: message } }, status);
      }
    })
    .get('/complaints', (c) =>
      answer(c, { title: TEXTS.complaint.title, body: <ComplaintPage typed={NOTHING_TYPED} isKnown={hasAddress(c)} /> }),
    )
    .post('/complaints', async (c) => {
      const form = await readForm(c);
      const isKnown = hasAddress(c);
      const { values, errors, data } = parseForm(form, {
        number: optionalNumber,
        note: requiredNote,
        email: isKnown ? optionalEmail : mailableEmail,
      });
      const again = (typed: Typed, status: 400 | 409 | 429) =>
        answer(c, { title: `Error: ${TEXTS.complaint.title}`, status, body: <ComplaintPage typed={typed} isKnown={isKnown} /> });
      if (!data) return again({ values, errors }, 400);
      try {
        await count(c, data.email);
        const filer = isKnown ? filerOf(c, null) : { userId: null, email: data.email };
        const row = await changeRows(services, (context) => fileComplaint(context, { about: data.number, note: data.note }, filer));
        return sent(c, row, isKnown ? (c.var.signedIn?.email ?? null) : data.email);
      } catch (error) {
        const { message, status } = refusalIn(error);
        return again({ values, errors: { form: message } }, status);
      }
    });

  async function findShared(c: Context<AppEnv>): Promise<{ id: string; title: string; isFilm: boolean } | null> {
    const id = idSchema.safeParse(c.req.param('id'));
    const found = id.success ? await readShared(id.data) : null;
    return found && { id: found.video.id, title: found.video.title, isFilm: found.video.mediaType?.startsWith('video/') ?? false };
  }
}

const hasAddress = (c: Context<AppEnv>): boolean => c.var.signedIn?.email != null;

const FILM_TIME = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/;
/** '0:25' or '1:02:03' in seconds; null if it is empty. */
const optionalTime = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || FILM_TIME.test(typed), TEXTS.report.atInvalid),
  ),
  z.transform((typed): number | null => {
    const [, hours = '0', minutes = '0', seconds = '0'] = FILM_TIME.exec(typed) ?? [];
    return typed === '' ? null : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  }),
);
const optionalNumber = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((typed) => /^\d{0,9}$/.test(typed), TEXTS.complaint.numberInvalid),
  ),
  z.transform((typed): number | null => (typed === '' ? null : Number(typed))),
);
const optionalEmail = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || mailableEmail.safeParse(typed).success, 'Please enter a valid email address'),
  ),
  z.transform((typed): string | null => (typed === '' ? null : (mailableEmail.safeParse(typed).data ?? null))),
);

/** Checks each field with its schema. `data` is null if one of them is wrong. */
function parseForm<Fields extends Record<string, z.ZodMiniType>>(
  form: URLSearchParams,
  fields: Fields,
): { values: Record<string, string>; errors: Record<string, string>; data: { [Name in keyof Fields]: z.output<Fields[Name]> } | null } {
  const values = Object.fromEntries(Object.keys(fields).map((name) => [name, form.get(name) ?? '']));
  const errors: Record<string, string> = {};
  const data: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const parsed = schema.safeParse(values[name]);
    if (parsed.success) data[name] = parsed.data;
    else errors[name] = parsed.error.issues[0]?.message ?? '';
  }
  return { values, errors, data: Object.keys(errors).length > 0 ? null : (data as never) };
}
