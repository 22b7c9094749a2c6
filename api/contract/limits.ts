/** Every product limit. Sources: docs/product-rules.md (rules in parentheses). */

// Texts, in UTF-16 code units as JavaScript and HTML's maxlength count them (R139).
export const TITLE_MAX = 200;
export const NAME_MAX = 100;
export const TEXT_MAX = 10_000;
export const BIO_MAX = 2_000;
export const COMMENT_MAX = 2_000;
export const STEPS_MAX = 50;
export const STEP_MAX = 500;
export const TITLES_MAX = 50;
export const DOG_TITLE_MAX = 100;
export const EMAIL_MAX = 254; // RFC 5321, section 4.5.3.1.3
export const SEARCH_MAX = 100;

// Media, in bytes (R86).
export const MEDIA_MAX_BYTES = 524_288_000;
export const PICTURE_MAX_BYTES = 10_485_760;
/** One day; a file that claims to be longer is broken. */
export const DURATION_MAX_SECONDS = 86_400;

// Uploads (R92; for tus see `docs/decisions/0022`).
/**
 * Minimum size of all parts but the last in an S3 multipart upload. Service workers send parts of this size, or of a
 * proxy's limit.
 */
export const UPLOAD_PART_MIN_BYTES = 5 * 1_048_576;
export const UPLOAD_PARTS_MAX = 10_000;
/** Files of this size or more upload in parts, one request each. */
export const UPLOAD_IN_PARTS_FROM_BYTES = 100 * 1_048_576;
export const UPLOADS_AT_ONCE = 6;
export const UPLOAD_RETRY_DELAYS_MS: readonly number[] = [0, 1_000, 3_000, 5_000];
/** Abandoned uploads expire this long after their last byte: the 604800 seconds of a presigned URL (R96). */
export const UPLOAD_KEPT_DAYS = 7;
/** How long an address waits for access on the waitlist. The waitlist's form says so. */
export const WAITLIST_KEPT_DAYS = 365;

// Bodies, in bytes (R140).
export const BODY_MAX_BYTES = 1_048_576;
export const ENVELOPE_MAX_BYTES = 5 * 1_048_576;

/** Cues of one program. */
export const PROGRAM_CUES_MAX = 1_000;

// Sets (R342). Metres, a count such as paces, sets of one session.
export const SET_DISTANCE_MAX = 10_000;
export const SET_COUNT_MAX = 10_000;
export const COUNT_WORD_MAX = 40;
export const SETS_MAX = 1_000;
/** Exercises that the page behind a public link shows. */
export const SHARED_RESULTS_MAX = 20;
export const REPS_ASKED_MAX = 200;
/** Repetitions of one set, with those that were undone. */
export const SET_REPS_MAX = 400;

/** Exercises of one plan. */
export const PLANNED_MAX = 50;
/** Sets that were done of one plan. */
export const PLANNED_DONE_MAX = 400;
/** Sessions that were made of one plan. */
export const PLANNED_SESSIONS_MAX = 100;
/** Plans ahead that a calendar shows to other programs, past plans, trials ahead and past trials, as many of each. */
export const CALENDAR_DAYS_MAX = 100;
/** Points at a trial. */
export const POINTS_MAX = 10_000;

// Sync (R44, R116, R120, R180).
export const ENVELOPE_MAX_OPERATIONS = 50;
export const PULL_PAGE_ENTRIES = 1_000;
/** JSON of the entries in one answer of a pull. The server still sends a single entry that is longer. */
export const PULL_PAGE_BYTES = 2_000_000;
export const PARTNER_SESSIONS_HELD = 200;
export const KEY_KEPT_DAYS = 90;
export const ANSWER_KEPT_HOURS = 24;
export const TOMBSTONE_KEPT_DAYS = 90;
export const DELETED_KEPT_DAYS = 30;
/** How long a person whose request was declined may not ask the same person again. */
export const ASK_AGAIN_DAYS = 30;

// Reports (R379 to R381).
export const REPORT_NOTE_MAX = 2_000;
/** Open reports of one row. More of them say nothing new. */
export const REPORTS_OF_ROW_MAX = 20;
export const COMPLAINT_DUE_DAYS = 30;
/** How long after a decision it can be appealed, and how long an administrator may take for that. */
export const APPEAL_DAYS = 30;
export const APPEAL_DUE_DAYS = 14;
/** How long what was taken down is kept under lock. */
export const EVIDENCE_KEPT_DAYS = 90;
/** How long reports, complaints and the log of decisions are kept after the decision. */
export const REPORT_KEPT_DAYS = 365;
/** How long an open report can keep an account from being deleted, beyond the day it is due. */
export const OVERDUE_HELD_DAYS = 7;

/** How long a link to become partners works, and how many a person may have at once; a new one replaces the oldest. */
export const PARTNER_LINK_DAYS = 14;
export const PARTNER_LINKS_MAX = 20;

/** How long a person can still keep an account that they have deleted. */
export const DELETION_WAIT_DAYS = 7;
/** How long an export can be downloaded. */
export const EXPORT_KEPT_DAYS = 7;

// Lists (R135).
export const LIST_MAX = 1_000;
export const LIST_DEFAULT = 1_000;
/** JSON of one page of a list. The page still contains the row that reaches this size. */
export const LIST_PAGE_BYTES = 2_000_000;

// Web Push (docs/decisions/0020).
/** Browsers per person; a new one replaces the least recently active one. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;
export const PUSH_ENDPOINT_MAX = 1_000;

// Interface (R33).
export const TOAST_MS = 5_000;
export const COPIED_MS = 2_000;
export const CUE_CARD_STEPS = 3;
export const PROFILE_CARD_SPORTS = 3;
export const USER_ID_SHOWN = 8;

// Calls, per person or per address (R138). `perSeconds` is the window; a 429 carries Retry-After.
export const RATES = {
  codesPerEmail: { max: 5, perSeconds: 3_600 },
  codesPerDevice: { max: 5, perSeconds: 3_600 },
  codesPerAddress: { max: 30, perSeconds: 3_600 },
  // Tries of six-digit codes; beyond these, codes are longer (docs/decisions/0080, 0081).
  guessesPerEmail: { max: 25, perSeconds: 30 * 86_400 },
  guessesPerDevice: { max: 25, perSeconds: 30 * 86_400 },
  guessesBeforeAdmin: { max: 25, perSeconds: 30 * 86_400 },
  waitlist: { max: 30, perSeconds: 3_600 },
  search: { max: 120, perSeconds: 60 },
  comments: { max: 60, perSeconds: 60 },
  invites: { max: 60, perSeconds: 3_600 },
  blocks: { max: 60, perSeconds: 3_600 },
  partnerLinks: { max: 60, perSeconds: 3_600 },
  reports: { max: 30, perSeconds: 86_400 },
  // Reports and complaints without an account.
  reportsPerAddress: { max: 10, perSeconds: 86_400 },
  uploads: { max: 120, perSeconds: 60 },
  exports: { max: 20, perSeconds: 86_400 },
  deletions: { max: 20, perSeconds: 86_400 },
  everything: { max: 3_000, perSeconds: 60 },
} as const;
export type RateName = keyof typeof RATES;
