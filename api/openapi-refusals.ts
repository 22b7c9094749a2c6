import { ERRORS, type ErrorCode } from './contract/errors.ts';
import { DELETED_KEPT_DAYS, PLANNED_DONE_MAX, PLANNED_SESSIONS_MAX, PROGRAM_CUES_MAX } from './contract/limits.ts';
import type { MutationName } from './contract/mutations.ts';
import type { OnlineCallName } from './contract/online-calls.ts';
import { NOT_RANDOM } from './contract/text.ts';
import { REPORT_MESSAGES } from './contract/report-words.ts';
import { AGE_SAID } from './contract/entities/user.ts';
import { UNBORN } from './contract/entities/dog.ts';
import { ASKED_BEFORE } from './contract/entities/friendship.ts';
import type { Json } from './openapi-document.ts';

type CallName = MutationName | OnlineCallName;
type Status = (typeof ERRORS)[ErrorCode];

const TAKEN = 'This id is already in use';
const DELETED = 'This was deleted on another device';
const EXPIRED = `This was deleted more than ${DELETED_KEPT_DAYS} days ago and cannot be restored`;
const NOT_UPLOADED = ['Please upload the file first', 'Please choose a picture'];
const NOT_OWN_SESSION = 'Please choose one of your own sessions';
const NOT_OWN_DOG = 'Please choose one of your own dogs';
const NOT_OWN_CUE = ['Please choose one of your own cues', `A program holds at most ${PROGRAM_CUES_MAX} cues`];

/** Messages of 400 that depend on stored rows, beside those of the body's schema. */
export const INVALID: Readonly<Partial<Record<CallName, readonly string[]>>> = {
  'dogs.create': [UNBORN, ...NOT_UPLOADED],
  'dogs.update': [UNBORN, ...NOT_UPLOADED],
  'cues.create': [NOT_RANDOM],
  'videos.create': [NOT_OWN_DOG, ...NOT_UPLOADED],
  'videos.update': [NOT_OWN_DOG, ...NOT_UPLOADED],
  'sets.create': [NOT_RANDOM, NOT_OWN_SESSION],
  'plans.create': [NOT_OWN_DOG],
  'plans.update': [
    NOT_OWN_DOG,
    `A plan holds at most ${PLANNED_DONE_MAX} sets that were done`,
    `A plan holds at most ${PLANNED_SESSIONS_MAX} sessions`,
  ],
  'trials.create': [NOT_OWN_DOG],
  'trials.update': [NOT_OWN_DOG],
  'profile.update': NOT_UPLOADED,
  'programs.create': [NOT_OWN_DOG],
  'programs.update': [NOT_OWN_DOG],
  'programs.addCue': NOT_OWN_CUE,
  'friendships.create': ['You cannot invite yourself'],
  'friendships.join': ['This is your own link'],
  'partnerLinks.keep': ['This is your own link'],
  'blocks.create': ['You cannot block yourself'],
  'reports.create': [REPORT_MESSAGES.own],
  'admin.decideReport': ['A complaint is answered', 'A report is kept or taken down'],
  'auth.returnKeepKey': ['This server cannot open this key'],
  'account.delete': ['This is not the email address of this account'],
  'push.subscribe': ['This is not a push service address', "This is not a browser's push key"],
};

/** Messages of 409. */
export const CONFLICTS: Readonly<Partial<Record<CallName, readonly string[]>>> = {
  'admin.reclaim': [
    'The server is tidying its files or backing up. Please try again later.',
    'Nothing is deleted now: a backup was restored less than 30 days ago, or the clock has not been steady for a day.',
    'Nothing is deleted now: many media files have no row. Run npm run check-media on the server.',
  ],
  'dogs.create': [TAKEN],
  'dogs.update': [DELETED],
  'dogs.restore': [EXPIRED],
  'videos.create': [TAKEN],
  'videos.update': [DELETED],
  'videos.restore': [EXPIRED],
  'videos.share': [DELETED],
  'videos.unshare': [DELETED],
  'comments.create': [TAKEN],
  'sets.create': [TAKEN],
  'plans.create': [TAKEN],
  'plans.update': [DELETED],
  'plans.restore': [EXPIRED],
  'trials.create': [TAKEN],
  'trials.update': [DELETED],
  'trials.restore': [EXPIRED],
  'sets.update': [DELETED],
  'sets.restore': [EXPIRED],
  'friendships.create': [
    TAKEN,
    'You are already training partners',
    'You have already sent this person a request',
    'This person has already sent you a request',
    ASKED_BEFORE,
  ],
  'profile.sayAge': [AGE_SAID],
  'reports.create': [TAKEN, REPORT_MESSAGES.twice, REPORT_MESSAGES.often],
  'reports.appeal': [REPORT_MESSAGES.appealed, REPORT_MESSAGES.noAppeal, REPORT_MESSAGES.tooLate],
  'admin.decideReport': [REPORT_MESSAGES.decided, REPORT_MESSAGES.restoreTooLate],
  'admin.correctAge': ['No one here has this email address'],
  'friendships.join': [TAKEN, 'You are already training partners'],
  'partnerLinks.keep': ['You have beta access: accept the invitation instead'],
  'friendships.withdraw': ['This request was already accepted'],
  'cues.create': [TAKEN],
  'cues.update': [DELETED],
  'cues.restore': [EXPIRED],
  'cues.import': ['This cue is already yours'],
  'programs.create': [TAKEN],
  'programs.update': [DELETED],
  'programs.restore': [EXPIRED],
  'programs.addCue': [DELETED],
  'programs.orderCues': [DELETED],
  'programs.removeCue': [DELETED],
  'push.subscribe': ['This push service address belongs to another browser'],
  'videos.finalize': ['This upload is not complete yet.', 'This file is being sent by another request. Please try again in a moment.'],
};

const REQUEST_ID = { 'X-Request-Id': { description: 'As in the body.', schema: { type: 'string' } } };
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } };

const WHY: Readonly<Record<Status, string>> = {
  400: 'Something in the request is not valid. `fields` has a message for each wrong field.',
  401: 'Not signed in, or X-Longline-User names someone other than the signed-in person.',
  403: 'Without beta access (`beta_required`). Or `forbidden`: the row is another person’s, the call is for admins, or a browser sent the request from another origin.',
  404: 'There is no such row, or the caller may not know about it.',
  408: 'The body did not arrive completely and in time.',
  409: 'The request does not fit the stored data.',
  410: 'The account of this browser has been deleted.',
  413: 'The body is too large (`too_large`), or the person’s storage is full (`media_full`).',
  415: 'The content type or the file type is not supported.',
  422: 'This Idempotency-Key was used for another request.',
  424: 'Only inside an envelope: an operation that this one depends on was not applied.',
  426: 'The version of the messages is too old.',
  429: 'Too many requests.',
  500: 'The server failed. Nothing has changed.',
  503: 'The server cannot reach its database or file storage right now.',
  507: 'The server has no space left for files, or for changes.',
};
const codesOf = (status: Status) => (Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code] === status);

const errorWith = (properties: Json) => ({
  'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties }] } },
});
const oneOf = (values: readonly string[]) => ({ type: 'string', enum: [...new Set(values)] });

const described = (status: Status, codes: readonly string[], messages?: readonly string[]): Json => ({
  description: WHY[status],
  headers: { ...REQUEST_ID, ...(status === 429 || status === 503 ? RETRY_AFTER : {}) },
  content: errorWith({ code: oneOf(codes), ...(messages && { message: oneOf(messages) }) }),
});

const SHARED = [400, 401, 403, 404, 408, 409, 410, 413, 415, 422, 426, 429, 500, 503, 507] as const satisfies Status[];
type Shared = (typeof SHARED)[number];

export const REFUSAL_COMPONENTS: Json = Object.fromEntries(
  SHARED.map((status) => [`Refused${status}`, described(status, codesOf(status))]),
);

/** References to shared refusals, by status. */
export const refusals = (...statuses: readonly Shared[]): Json =>
  Object.fromEntries(
    // Whoever must sign in may come from a browser whose account was deleted.
    statuses
      .flatMap((status) => (status === 401 ? ([401, 410] as const) : [status]))
      .map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]),
  );

/** A 400 or 409 with the only messages that it can have. */
export const refusalWith = (status: 400 | 409, messages: readonly string[]): Json =>
  messages.length > 0 ? { [status]: described(status, [status === 400 ? 'invalid' : 'conflict'], messages) } : {};
