import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { foldEmail } from './contract/text.ts';

/** The server's settings, parsed once and passed in. No other code reads the environment. */
export interface Env {
  nodeEnv: 'production' | 'development' | 'test';
  host: string;
  port: number;
  /** The origin that people type, without a trailing slash. Cookies are Secure if it is https. */
  publicUrl: string;
  /** Absolute path of the folder for the embedded database, media and generated secrets. */
  dataDir: string;
  /** Null: PGlite in `dataDir`. */
  databaseUrl: string | null;
  /** PostgreSQL itself, if `databaseUrl` is that of a pooler, which keeps no state of a session. Null: there is no pooler. */
  databaseDirectUrl: string | null;
  /** Connections to PostgreSQL at once, per process; one more hears pokes. */
  databaseConnections: number;
  /** Null: media are files in `dataDir`. */
  objectStore: ObjectStoreSettings | null;
  /** Undefined: the built-in sign-in page with codes. */
  oidc: OidcSettings | undefined;
  /** Undefined: codes are printed on the terminal. */
  smtpUrl: string | undefined;
  /** Who the mail is from; unused without `smtpUrl`. */
  mailFrom: string;
  /** With A to Z in lower case, as all addresses (R14). */
  adminEmails: readonly string[];
  /** From the environment, or generated once and stored in `dataDir`. */
  sessionSecret: string;
  /** The key pair that signs pushes. Null: generated once and stored in the database. */
  vapid: { publicKey: string; privateKey: string } | null;
  /** Number of proxies in front of the server that may name the client's address. */
  trustProxy: number;
  /** Media quota per person, in bytes (R97). */
  userMediaBytes: number;
  /** How long a stopping server still answers, while `/api/ready` says that it stops. */
  stopGraceSeconds: number;
  /** Where nightly backups go, and for how many days they are kept. Null: there are none. */
  backup: { dir: string; keepDays: number } | null;
  /** The secret that may read `/api/metrics`. Undefined: programs on this machine may. */
  metricsToken: string | undefined;
  /** Who runs this server, and where to write to them. Null: the privacy page names no one. */
  operator: { name: string; email: string } | null;
  /** The operator's own terms. */
  termsUrl: string | undefined;
  logLevel: 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
}

export interface ObjectStoreSettings {
  bucket: string;
  /** Null: Amazon S3. */
  endpoint: string | null;
  region: string;
  /** Null: the machine's own permissions (an instance role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client: PKCE alone. */
  clientSecret: string | undefined;
}

/** The settings as the environment gives them; the secret may still have to be generated (`session-secret.ts`). */
export type Settings = Omit<Env, 'sessionSecret'> & { sessionSecret: string | undefined };

/** A setting is invalid, or half of a pair is missing. The message is one line that names the variable. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const GIGABYTE = 1024 ** 3;
/** Eight replicas fit into the 97 connections that PostgreSQL gives them by default; each takes one more to listen. */
export const DATABASE_CONNECTIONS = 10;
/** A proxy that asks every second notices in time, and the whole stop fits into the ten seconds that Docker waits. */
const STOP_GRACE_SECONDS = 3;
const BACKUP_KEEP_DAYS = 14;

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number('must be a number')
    .check(z.int('must be a whole number'), z.gte(least, `must be ${least} or more`), z.lte(most, `must be ${most} or less`));

const urlOf = (...schemes: string[]) =>
  z.string().check(
    z.refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)),
      // Later checks rely on an address that parses.
      { error: `must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`, abort: true },
    ),
  );

const databaseUrl = urlOf('postgres', 'postgresql').check(
  z.refine((value) => !new URL(value).searchParams.has('max'), 'must not contain max=, which has no effect: set DATABASE_CONNECTIONS'),
);

const origin = urlOf('http', 'https').check(
  z.refine((value) => {
    const { pathname, search, hash, username } = new URL(value);
    return pathname === '/' && search + hash + username === '';
  }, 'must be an origin, such as https://longline.example.org, without a path'),
);

const Variables = z.object({
  NODE_ENV: z._default(z.enum(['production', 'development', 'test'], 'must be production, development or test'), 'production'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(wholeNumber(1, 65_535), 3000),
  PUBLIC_URL: z.optional(origin),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(databaseUrl),
  DATABASE_DIRECT_URL: z.optional(databaseUrl),
  // With only one connection, a slow query would hold up every call and `/api/ready`.
  DATABASE_CONNECTIONS: z._default(wholeNumber(2, 1_000), DATABASE_CONNECTIONS),
  S3_BUCKET: z.optional(z.string()),
  S3_ENDPOINT: z.optional(urlOf('http', 'https')),
  S3_REGION: z.optional(z.string()),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  OIDC_ISSUER: z.optional(urlOf('http', 'https')),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  SMTP_URL: z.optional(urlOf('smtp', 'smtps')),
  MAIL_FROM: z.optional(z.string().check(z.includes('@', 'must contain an email address'))),
  ADMIN_EMAILS: z.optional(z.string()),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, 'must have 32 characters or more'))),
  VAPID_PUBLIC_KEY: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/, 'must be a point on P-256 in base64url, 87 characters'))),
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url, 43 characters'))),
  TRUST_PROXY: z._default(wholeNumber(0, 10), 0),
  USER_MEDIA_BYTES: z._default(wholeNumber(0, Number.MAX_SAFE_INTEGER), 50 * GIGABYTE),
  STOP_GRACE_SECONDS: z.optional(wholeNumber(0, 300)),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_KEEP_DAYS: z.optional(wholeNumber(1, 3_650)),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have 16 characters or more'))),
  OPERATOR_NAME: z.optional(z.string().check(z.maxLength(200, 'must have 200 characters or fewer'))),
  CONTACT_EMAIL: z.optional(z.string().check(z.regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an email address'))),
  TERMS_URL: z.optional(urlOf('http', 'https')),
  LOG_LEVEL: z._default(
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'must be one of silent, fatal, error, warn, info, debug, trace'),
    'warn',
  ),
});
type Variables = z.infer<typeof Variables>;

/** The first variable needs the second. Without this check, a half-set pair would only fail when it is first used. */
const NEEDS: readonly (readonly [keyof Variables, keyof Variables])[] = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_REGION', 'S3_BUCKET'],
  ['S3_ACCESS_KEY_ID', 'S3_BUCKET'],
  ['S3_SECRET_ACCESS_KEY', 'S3_BUCKET'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
  ['BACKUP_KEEP_DAYS', 'BACKUP_DIR'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['OPERATOR_NAME', 'CONTACT_EMAIL'],
  ['CONTACT_EMAIL', 'OPERATOR_NAME'],
];

/**
 * Reads the settings of R153. An empty variable counts as not set, as in `PORT= npm start`.
 * @throws SettingsError with one line that says which variable is wrong and how
 */
export function parseEnv(variables: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(variables).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])));
  const parsed = Variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    throw new SettingsError(`${String(issue.path[0])} ${issue.message}.`);
  }
  const set = parsed.data;
  for (const [name, needed] of NEEDS) {
    if (set[name] !== undefined && set[needed] === undefined) {
      throw new SettingsError(`${name} is set but ${needed} is missing.`);
    }
  }
  const adminEmails = (set.ADMIN_EMAILS ?? '').split(',').flatMap((email) => foldEmail(email.trim()) || []);
  const notAnEmail = adminEmails.find((email) => !/^[^\s@]+@[^\s@]+$/.test(email));
  if (notAnEmail !== undefined) throw new SettingsError(`ADMIN_EMAILS contains ‘${notAnEmail}’, which is not an email address.`);

  return {
    nodeEnv: set.NODE_ENV,
    host: set.HOST,
    port: set.PORT,
    publicUrl: new URL(set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).origin,
    dataDir: resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL ?? null,
    databaseDirectUrl: set.DATABASE_DIRECT_URL ?? null,
    databaseConnections: set.DATABASE_CONNECTIONS,
    objectStore:
      set.S3_BUCKET === undefined
        ? null
        : {
            bucket: set.S3_BUCKET,
            endpoint: set.S3_ENDPOINT ?? null,
            // S3-compatible stores ignore the region, but request signatures need one.
            region: set.S3_REGION ?? 'us-east-1',
            credentials:
              set.S3_ACCESS_KEY_ID === undefined ? null : { accessKeyId: set.S3_ACCESS_KEY_ID, secretAccessKey: set.S3_SECRET_ACCESS_KEY! },
          },
    oidc:
      set.OIDC_ISSUER === undefined
        ? undefined
        : { issuer: set.OIDC_ISSUER, clientId: set.OIDC_CLIENT_ID!, clientSecret: set.OIDC_CLIENT_SECRET },
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? '',
    adminEmails,
    sessionSecret: set.SESSION_SECRET,
    vapid: set.VAPID_PUBLIC_KEY === undefined ? null : { publicKey: set.VAPID_PUBLIC_KEY, privateKey: set.VAPID_PRIVATE_KEY! },
    trustProxy: set.TRUST_PROXY,
    userMediaBytes: set.USER_MEDIA_BYTES,
    // The embedded database serves one process: no other one could take over.
    stopGraceSeconds: set.STOP_GRACE_SECONDS ?? (set.DATABASE_URL === undefined ? 0 : STOP_GRACE_SECONDS),
    backup: set.BACKUP_DIR === undefined ? null : { dir: resolve(set.BACKUP_DIR), keepDays: set.BACKUP_KEEP_DAYS ?? BACKUP_KEEP_DAYS },
    metricsToken: set.METRICS_TOKEN,
    operator: set.OPERATOR_NAME === undefined ? null : { name: set.OPERATOR_NAME, email: set.CONTACT_EMAIL! },
    termsUrl: set.TERMS_URL,
    logLevel: set.LOG_LEVEL,
  };
}
