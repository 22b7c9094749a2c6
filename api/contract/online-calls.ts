import * as z from 'zod/mini';
import { online } from './call.ts';
import { DeletionAnswer, DeletionRequest, DeletionState } from './account-deletion.ts';
import { ExportRequest, ExportState } from './data-export.ts';
import { AdminReport, AdminReportsQuery, AgeCorrection, LoggedDecision, ReportCounts, ReportDecision } from './admin-reports.ts';
import { Block } from './entities/block.ts';
import { Comment } from './entities/comment.ts';
import { Cue, CueAnswer } from './entities/cue.ts';
import { DogAnswer } from './entities/dog.ts';
import { Friendship } from './entities/friendship.ts';
import { Program, ProgramCue } from './entities/program.ts';
import { Plan } from './entities/plan.ts';
import { Report } from './entities/report.ts';
import { TrainingSet } from './entities/set.ts';
import { Trial } from './entities/trial.ts';
import { FoundPerson, Person, SignedInUser } from './entities/user.ts';
import { SharedVideo, VideoAnswer } from './entities/video.ts';
import { DURATION_MAX_SECONDS, LIST_MAX, SEARCH_MAX } from './limits.ts';
import { NewPartnerLink, OpenedLink, OpenLinkRequest, PartnerLink } from './partner-links.ts';
import { PushKeyAnswer, PushSubscriptionAnswer, PushSubscriptionRequest } from './push.ts';
import { Account, ReclaimAnswer, ReclaimRequest, RetryAnswer, ServerMistakes, ServerState } from './server-page.ts';
import { BatchAnswer, BatchRequest, PullAnswer, PullRequest } from './sync-protocol.ts';
import { email, id, moment, objectPath, text } from './text.ts';

/** Lists take a limit and a cursor; the `Link` header carries the next page's cursor (R135). */
const page = {
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIST_MAX))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
};
export const ListQuery = z.object(page);
/** `before`: only sessions trained up to that moment. */
export const PartnersQuery = z.object({ ...page, before: z.optional(moment) });
const filter = z.optional(text(SEARCH_MAX));
export const BrowseQuery = z.object({ ...page, search: filter, county: filter, sport: filter });
export const PublicCuesQuery = z.object({ ...page, search: filter, sport: filter, difficulty: filter });
export const SearchQuery = z.object({ ...page, query: filter });

export const WaitlistEntry = z.object({ id, email: z.string(), createdAt: z.string() });
export const BetaAccess = z.object({ id, email: z.string() });
/** Each of the two lists has its own cursor; without one, it begins at its start. */
export const BetaAdminQuery = z.object({
  limit: page.limit,
  search: filter,
  waitlistCursor: page.cursor,
  betaAccessCursor: page.cursor,
});
export const BetaAdminAnswer = z.object({
  waitlist: z.array(WaitlistEntry),
  betaAccess: z.array(BetaAccess),
  /** Totals of the whole lists, regardless of search and limit. Answers cached on older devices lack them. */
  waitlistCount: z.optional(z.int()),
  betaAccessCount: z.optional(z.int()),
});
export type BetaAdminAnswer = z.infer<typeof BetaAdminAnswer>;

export const UploadRequest = z.object({
  size: z.optional(z.int().check(z.gte(1, 'The file is empty'))),
  type: z.optional(z.string().check(z.maxLength(100))),
  name: z.optional(z.string().check(z.maxLength(255))),
});
export const UploadAnswer = z.object({ uploadURL: z.string() });
export const FinalizeRequest = z.object({
  videoURL: z.string().check(z.maxLength(2_000)),
  /** Length of a video as its device measured it. */
  durationSeconds: z.optional(z.nullable(z.number().check(z.gte(0), z.lte(DURATION_MAX_SECONDS)))),
});
export const FinalizeAnswer = z.object({
  objectPath,
  /** The sniffed type. */
  mediaType: z.string(),
  /** Bytes as received. */
  size: z.int(),
  /** SHA-256 of the bytes as received, in hex. If it matches, the device may free its copy. */
  sha256: z.string(),
});
export type FinalizeAnswer = z.infer<typeof FinalizeAnswer>;

/**
 * A pair of P-256 keys. Work that a device encrypts with it opens only at this person's next sign-in (R129).
 */
const EcKey = { kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() };
const PublicKey = z.object(EcKey);
export const KeepKeyPair = z.object({
  publicKey: PublicKey,
  privateKey: z.object({ ...EcKey, d: z.string() }),
  /** The private key, encrypted with the server's secret for this person. The device keeps it to return it later. */
  wrapped: z.optional(z.string()),
});
export type KeepKeyPair = z.infer<typeof KeepKeyPair>;
export const KeepKeyAnswer = z.extend(KeepKeyPair, {
  userId: id,
  /** Pairs that devices returned to a restored server. */
  others: z.optional(z.array(KeepKeyPair)),
});
export type KeepKeyAnswer = z.infer<typeof KeepKeyAnswer>;

/** A pair that a device returns to a server whose backup is older than the pair. */
export const KeepKeyReturn = z.object({ publicKey: PublicKey, wrapped: z.string().check(z.maxLength(2_000)) });
export type KeepKeyReturn = z.infer<typeof KeepKeyReturn>;

export const DEVICE_KINDS = ['phone', 'tablet', 'computer'] as const;
/** A browser in which the person is signed in (R166). No location: an IP address gives a rough and often wrong one. */
export const SignIn = z.object({
  id,
  /** Null if the browser does not say. */
  device: z.nullable(z.enum(DEVICE_KINDS)),
  /** Such as 'Firefox on Linux'; null if the browser does not say. */
  browser: z.nullable(z.string()),
  /** Exact to the hour. */
  lastUsedAt: z.string(),
  /** The sign-in of this request. */
  current: z.boolean(),
});
export type SignIn = z.infer<typeof SignIn>;

/** What the not-authorized page shows about the account that is signed in (R183). */
export const OwnAccess = z.object({
  /** Null if the sign-in service gave none. */
  email: z.nullable(z.string()),
  hasBetaAccess: z.boolean(),
  onWaitlist: z.boolean(),
  /** When the account is deleted, unless its person keeps it. Servers of earlier builds do not say. */
  deleteAt: z._default(z.nullable(z.iso.datetime()), null),
  /** First names of people whose links wait for beta access. Servers of earlier builds do not say. */
  invitedBy: z._default(z.array(z.nullable(z.string())), []),
});
export type OwnAccess = z.infer<typeof OwnAccess>;

/** Whether a private address of the calendar exists. The address itself is known only at its creation. */
export const CalendarState = z.object({ madeAt: z.nullable(z.string()) });
export const CalendarAddress = z.object({ url: z.string(), madeAt: z.string() });

const Email = z.object({ email });

/** An account that a device holds the data of, and its address as the server last confirmed it. */
export const EarlierAccount = z.object({ userId: id, email });
export const EarlierAccountAnswer = z.object({ isYours: z.boolean() });

/** Every call that is answered at once and never queued. */
export const ONLINE_CALLS = {
  'auth.user': online({ method: 'GET', path: '/api/auth/user', summary: 'The signed-in person', answer: SignedInUser }),
  'auth.access': online({
    method: 'GET',
    path: '/api/auth/access',
    summary: 'Whether the signed-in person has beta access',
    answer: OwnAccess,
    access: 'signed-in',
  }),
  'auth.earlierAccount': online({
    method: 'POST',
    path: '/api/auth/earlier-account',
    summary: 'Whether a lost account was the signed-in person’s own',
    payload: EarlierAccount,
    answer: EarlierAccountAnswer,
    access: 'signed-in',
  }),
  'auth.keepKey': online({
    method: 'GET',
    path: '/api/auth/keep-key',
    summary: 'The keys that lock unsynced work on a signed-out device',
    answer: KeepKeyAnswer,
    access: 'signed-in',
  }),
  'auth.returnKeepKey': online({
    method: 'POST',
    path: '/api/auth/keep-key',
    summary: 'Return keys to a restored server that has lost them',
    payload: KeepKeyReturn,
    answer: KeepKeyPair,
    access: 'signed-in',
  }),
  'auth.signIns': online({
    method: 'GET',
    path: '/api/auth/sign-ins',
    summary: 'Where one is signed in',
    answer: z.array(SignIn),
    access: 'signed-in',
  }),
  'auth.endSignIn': online({
    method: 'DELETE',
    path: '/api/auth/sign-ins/{id}',
    summary: 'Sign out one browser',
    answer: z.object({}),
    access: 'signed-in',
  }),
  'auth.endOtherSignIns': online({
    method: 'DELETE',
    path: '/api/auth/sign-ins',
    summary: 'Sign out everywhere else',
    answer: z.object({}),
    access: 'signed-in',
  }),
  'videos.own': online({
    method: 'GET',
    path: '/api/videos',
    summary: 'One’s own sessions',
    query: ListQuery,
    answer: z.array(VideoAnswer),
  }),
  'videos.partners': online({
    method: 'GET',
    path: '/api/videos/partners',
    summary: 'Partners’ sessions',
    query: PartnersQuery,
    answer: z.array(VideoAnswer),
  }),
  'videos.one': online({
    method: 'GET',
    path: '/api/videos/{id}',
    summary: 'One session of one’s own or of a partner',
    answer: VideoAnswer,
  }),
  'videos.shared': online({
    method: 'GET',
    path: '/api/videos/{id}/share',
    summary: 'A session as its public link shows it, while that is on',
    answer: SharedVideo,
    access: 'anyone',
  }),
  'comments.list': online({
    method: 'GET',
    path: '/api/videos/{videoId}/comments',
    summary: 'The comments on a session',
    query: ListQuery,
    answer: z.array(Comment),
  }),
  'comments.own': online({
    method: 'GET',
    path: '/api/comments',
    summary: 'One’s own comments, on any session',
    query: ListQuery,
    answer: z.array(Comment),
  }),
  'sets.list': online({
    method: 'GET',
    path: '/api/videos/{videoId}/sets',
    summary: 'The sets of a session',
    query: ListQuery,
    answer: z.array(TrainingSet),
  }),
  'sets.own': online({ method: 'GET', path: '/api/sets', summary: 'One’s own sets', query: ListQuery, answer: z.array(TrainingSet) }),
  'plans.list': online({ method: 'GET', path: '/api/plans', summary: 'One’s own plans', query: ListQuery, answer: z.array(Plan) }),
  'trials.list': online({ method: 'GET', path: '/api/trials', summary: 'One’s own trials', query: ListQuery, answer: z.array(Trial) }),
  'partnerLinks.list': online({
    method: 'GET',
    path: '/api/partner-links',
    summary: 'One’s own unused links to become partners',
    answer: z.array(PartnerLink),
  }),
  'partnerLinks.create': online({
    method: 'POST',
    path: '/api/partner-links',
    summary: 'Make a link to become partners',
    answer: NewPartnerLink,
  }),
  'partnerLinks.revoke': online({
    method: 'DELETE',
    path: '/api/partner-links/{id}',
    summary: 'Revoke a link of one’s own',
    answer: z.object({}),
  }),
  'partnerLinks.open': online({
    method: 'POST',
    path: '/api/partner-links/open',
    summary: 'Whose link this is',
    payload: OpenLinkRequest,
    answer: OpenedLink,
    access: 'signed-in',
  }),
  'partnerLinks.keep': online({
    method: 'POST',
    path: '/api/partner-links/keep',
    summary: 'Keep a link until one has beta access',
    payload: OpenLinkRequest,
    answer: OpenedLink,
    access: 'signed-in',
  }),
  'calendar.state': online({
    method: 'GET',
    path: '/api/calendar',
    summary: 'Whether one’s calendar has a private address',
    answer: CalendarState,
  }),
  'calendar.publish': online({
    method: 'POST',
    path: '/api/calendar',
    summary: 'Make a private address of one’s calendar, in place of the last one',
    answer: CalendarAddress,
  }),
  'calendar.revoke': online({
    method: 'DELETE',
    path: '/api/calendar',
    summary: 'End the private address of one’s calendar',
    answer: z.object({}),
  }),
  'account.deletion': online({
    access: 'signed-in',
    method: 'GET',
    path: '/api/account/deletion',
    summary: 'What goes with one’s account, and when it is deleted',
    answer: DeletionState,
  }),
  'account.delete': online({
    access: 'signed-in',
    method: 'POST',
    path: '/api/account/deletion',
    summary: 'Delete one’s account, at once or after a week in which it can be kept',
    payload: DeletionRequest,
    answer: DeletionAnswer,
  }),
  'account.keep': online({
    access: 'signed-in',
    method: 'DELETE',
    path: '/api/account/deletion',
    summary: 'Keep one’s account, which was to be deleted',
    answer: z.object({}),
  }),
  'export.state': online({
    method: 'GET',
    path: '/api/export',
    summary: 'The export of one’s own data that is being made or can be downloaded',
    answer: ExportState,
  }),
  'export.prepare': online({
    method: 'POST',
    path: '/api/export',
    summary: 'Make an export of one’s own data, in place of the last one',
    payload: ExportRequest,
    answer: ExportState,
  }),
  'export.discard': online({
    method: 'DELETE',
    path: '/api/export',
    summary: 'Delete the export of one’s own data',
    answer: z.object({}),
  }),
  'dogs.list': online({ method: 'GET', path: '/api/dogs', summary: 'One’s own dogs', query: ListQuery, answer: z.array(DogAnswer) }),
  'friendships.list': online({
    method: 'GET',
    path: '/api/friendships',
    summary: 'Requests and partnerships',
    query: ListQuery,
    answer: z.array(Friendship),
  }),
  'blocks.list': online({
    method: 'GET',
    path: '/api/blocks',
    summary: 'People whom one has blocked',
    query: ListQuery,
    answer: z.array(Block),
  }),
  'reports.list': online({
    method: 'GET',
    path: '/api/reports',
    summary: 'Reports that one made, and those about one’s own rows',
    query: ListQuery,
    answer: z.array(Report),
  }),
  'users.search': online({
    method: 'GET',
    path: '/api/users/search',
    summary: 'Find people by name or dog name',
    query: SearchQuery,
    answer: z.array(FoundPerson),
  }),
  'users.one': online({ method: 'GET', path: '/api/users/{id}', summary: 'A person’s profile', answer: Person }),
  'community.browse': online({
    method: 'GET',
    path: '/api/community/browse',
    summary: 'Public profiles',
    query: BrowseQuery,
    answer: z.array(Person),
  }),
  'cues.own': online({ method: 'GET', path: '/api/cues', summary: 'One’s own cues', query: ListQuery, answer: z.array(Cue) }),
  'cues.public': online({
    method: 'GET',
    path: '/api/cues/public',
    summary: 'Public cues',
    query: PublicCuesQuery,
    answer: z.array(CueAnswer),
  }),
  'cues.partners': online({
    method: 'GET',
    path: '/api/cues/partners',
    summary: 'Cues that partners share with their own partners',
    query: ListQuery,
    answer: z.array(CueAnswer),
  }),
  'programs.list': online({
    method: 'GET',
    path: '/api/programs',
    summary: 'One’s own programs',
    query: ListQuery,
    answer: z.array(Program),
  }),
  'programs.cues': online({
    method: 'GET',
    path: '/api/programs/{id}/cues',
    summary: 'The cues of a program, in order',
    answer: z.array(ProgramCue),
  }),
  'objects.upload': online({
    method: 'POST',
    path: '/api/objects/upload',
    summary: 'Open an upload; its URL takes tus or one plain PUT',
    payload: z.optional(UploadRequest),
    answer: UploadAnswer,
  }),
  'videos.finalize': online({
    method: 'PUT',
    path: '/api/videos/finalize',
    summary: 'Turn a finished upload into an object',
    payload: FinalizeRequest,
    answer: FinalizeAnswer,
  }),
  'sync.pull': online({
    method: 'POST',
    path: '/api/sync',
    summary: 'Changes above the cursors',
    payload: PullRequest,
    answer: PullAnswer,
  }),
  'sync.batch': online({
    method: 'POST',
    path: '/api/batch',
    summary: 'Up to 50 mutations, one transaction and one answer each',
    payload: BatchRequest,
    answer: BatchAnswer,
  }),
  'sync.events': online({ method: 'GET', path: '/api/events', summary: 'Server-sent events that say which feeds moved' }),
  'push.key': online({
    method: 'GET',
    path: '/api/push',
    summary: 'The public key with which browsers subscribe to pushes',
    answer: PushKeyAnswer,
  }),
  'push.subscribe': online({
    method: 'POST',
    path: '/api/push/subscriptions',
    summary: 'Send notifications to this browser until its sign-in ends',
    payload: PushSubscriptionRequest,
    answer: PushSubscriptionAnswer,
  }),
  'push.unsubscribe': online({
    method: 'DELETE',
    path: '/api/push/subscriptions/{id}',
    summary: 'Stop notifications to this browser',
    answer: z.object({}),
  }),
  'waitlist.join': online({
    method: 'POST',
    path: '/api/waitlist',
    summary: 'Join the waitlist',
    payload: Email,
    answer: Email,
    access: 'anyone',
  }),
  'admin.betaAccess': online({
    method: 'GET',
    path: '/api/admin/beta-access',
    summary: 'Waitlist and beta testers',
    query: BetaAdminQuery,
    answer: BetaAdminAnswer,
    access: 'admin',
  }),
  'admin.grant': online({
    method: 'POST',
    path: '/api/admin/beta-access',
    summary: 'Grant beta access',
    payload: Email,
    answer: BetaAccess,
    access: 'admin',
  }),
  'admin.remove': online({
    method: 'DELETE',
    path: '/api/admin/beta-access/{email}',
    summary: 'Remove beta access',
    answer: Email,
    access: 'admin',
  }),
  'admin.reports': online({
    method: 'GET',
    path: '/api/admin/reports',
    summary: 'Reports and complaints, by the day they are due',
    query: AdminReportsQuery,
    answer: z.array(AdminReport),
    access: 'admin',
  }),
  'admin.reportCounts': online({
    method: 'GET',
    path: '/api/admin/report-counts',
    summary: 'How many reports and appeals wait',
    answer: ReportCounts,
    access: 'admin',
  }),
  'admin.decideReport': online({
    method: 'POST',
    path: '/api/admin/reports/{id}/decision',
    summary: 'Decide a report, a complaint or an appeal, or decide again',
    payload: ReportDecision,
    answer: AdminReport,
    access: 'admin',
  }),
  'admin.decisions': online({
    method: 'GET',
    path: '/api/admin/decisions',
    summary: 'The log of decisions, newest first',
    query: ListQuery,
    answer: z.array(LoggedDecision),
    access: 'admin',
  }),
  'admin.correctAge': online({
    method: 'POST',
    path: '/api/admin/ages',
    summary: 'Correct what a person has said about their age',
    payload: AgeCorrection,
    answer: z.object({}),
    access: 'admin',
  }),
  'admin.server': online({
    method: 'GET',
    path: '/api/admin/server',
    summary: 'Storage, jobs and backups of the server',
    answer: ServerState,
    access: 'admin',
  }),
  'admin.mistakes': online({
    method: 'GET',
    path: '/api/admin/server/mistakes',
    summary: 'Mistakes of the server’s setup',
    answer: ServerMistakes,
    access: 'admin',
  }),
  'admin.people': online({
    method: 'GET',
    path: '/api/admin/people',
    summary: 'Accounts by last use',
    query: ListQuery,
    answer: z.array(Account),
    access: 'admin',
  }),
  'admin.reclaim': online({
    method: 'POST',
    path: '/api/admin/server/reclaim',
    summary: 'Delete files that are not needed',
    payload: ReclaimRequest,
    answer: ReclaimAnswer,
    access: 'admin',
  }),
  'admin.retry': online({
    method: 'POST',
    path: '/api/admin/server/retry',
    summary: 'Make failed posters and copies again',
    answer: RetryAnswer,
    access: 'admin',
  }),
} as const;

export type OnlineCallName = keyof typeof ONLINE_CALLS;
