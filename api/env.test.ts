import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseEnv } from './env.ts';

test('starts without any variable', () => {
  expect(parseEnv({})).toEqual({
    nodeEnv: 'production',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    databaseUrl: null,
    databaseDirectUrl: null,
    databaseConnections: 10,
    objectStore: null,
    oidc: undefined,
    operator: null,
    termsUrl: undefined,
    smtpUrl: undefined,
    mailFrom: '',
    adminEmails: [],
    sessionSecret: undefined,
    vapid: null,
    trustProxy: 0,
    userMediaBytes: 53_687_091_200,
    stopGraceSeconds: 0,
    backup: null,
    metricsToken: undefined,
    logLevel: 'warn',
  });
});

test('derives the public address from the port until it is set', () => {
  expect(parseEnv({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
  expect(parseEnv({ PORT: '8080', PUBLIC_URL: 'https://dogs.example.org/' }).publicUrl).toBe('https://dogs.example.org');
});

test('treats an empty variable as not set', () => {
  expect(parseEnv({ PORT: '', OIDC_ISSUER: ' ', ADMIN_EMAILS: '' })).toEqual(parseEnv({}));
});

test('reads admin emails in lower case and without spaces', () => {
  expect(parseEnv({ ADMIN_EMAILS: 'Kate@Example.org, sam@example.org,' }).adminEmails).toEqual(['kate@example.org', 'sam@example.org']);
});

test('keeps letters of an admin email that are not ASCII', () => {
  expect(parseEnv({ ADMIN_EMAILS: 'Mar\u212A@Example.org' }).adminEmails).toEqual(['mar\u212A@example.org']);
});

test('keeps backups for two weeks unless told otherwise', () => {
  expect(parseEnv({ BACKUP_DIR: '/backup' }).backup).toEqual({ dir: '/backup', keepDays: 14 });
  expect(parseEnv({ BACKUP_DIR: '/backup', BACKUP_KEEP_DAYS: '60' }).backup).toEqual({ dir: '/backup', keepDays: 60 });
});

test('reads a full set of services', () => {
  const env = parseEnv({
    S3_BUCKET: 'media',
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    OIDC_ISSUER: 'https://id.example.org',
    OIDC_CLIENT_ID: 'longline',
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'Longline <log@example.org>',
  });
  expect(env.objectStore).toEqual({
    bucket: 'media',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
  expect(env.oidc).toEqual({ issuer: 'https://id.example.org', clientId: 'longline', clientSecret: undefined });
  expect(env).toMatchObject({ smtpUrl: 'smtp://127.0.0.1:25', mailFrom: 'Longline <log@example.org>' });
});

test('gives a proxy time before a stop only if other replicas can take over', () => {
  const databaseUrl = { DATABASE_URL: 'postgres://127.0.0.1/longline' };
  expect(parseEnv(databaseUrl).stopGraceSeconds).toBe(3);
  expect(parseEnv({ ...databaseUrl, STOP_GRACE_SECONDS: '0' }).stopGraceSeconds).toBe(0);
  expect(parseEnv({ STOP_GRACE_SECONDS: '20' }).stopGraceSeconds).toBe(20);
});

describe('refuses in one line', () => {
  test.for([
    [{ OIDC_ISSUER: 'https://id.example.org' }, 'OIDC_ISSUER is set but OIDC_CLIENT_ID is missing.'],
    [{ OIDC_CLIENT_SECRET: 'x' }, 'OIDC_CLIENT_SECRET is set but OIDC_ISSUER is missing.'],
    [{ SMTP_URL: 'smtp://127.0.0.1' }, 'SMTP_URL is set but MAIL_FROM is missing.'],
    [{ BACKUP_KEEP_DAYS: '7' }, 'BACKUP_KEEP_DAYS is set but BACKUP_DIR is missing.'],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, 'S3_ENDPOINT is set but S3_BUCKET is missing.'],
    [{ S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'key' }, 'S3_ACCESS_KEY_ID is set but S3_SECRET_ACCESS_KEY is missing.'],
    [{ PORT: 'http' }, 'PORT must be a number.'],
    [{ PORT: '70000' }, 'PORT must be 65535 or less.'],
    [{ TRUST_PROXY: '1.5' }, 'TRUST_PROXY must be a whole number.'],
    [{ DATABASE_URL: 'mysql://127.0.0.1/x' }, 'DATABASE_URL must be an address that starts with postgres:// or postgresql://.'],
    [
      { DATABASE_URL: 'postgres://127.0.0.1/x?max=20' },
      'DATABASE_URL must not contain max=, which has no effect: set DATABASE_CONNECTIONS.',
    ],
    [{ DATABASE_DIRECT_URL: 'postgres://127.0.0.1/x' }, 'DATABASE_DIRECT_URL is set but DATABASE_URL is missing.'],
    [{ OPERATOR_NAME: 'The club' }, 'OPERATOR_NAME is set but CONTACT_EMAIL is missing.'],
    [{ CONTACT_EMAIL: 'a@example.org' }, 'CONTACT_EMAIL is set but OPERATOR_NAME is missing.'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have 16 characters or more.'],
    [{ DATABASE_CONNECTIONS: '1' }, 'DATABASE_CONNECTIONS must be 2 or more.'],
    [{ PUBLIC_URL: 'longline.example.org' }, 'PUBLIC_URL must be an address that starts with http:// or https://.'],
    [{ PUBLIC_URL: 'https://example.org/longline' }, 'PUBLIC_URL must be an origin, such as https://longline.example.org, without a path.'],
    [{ ADMIN_EMAILS: 'kate@example.org,sam' }, 'ADMIN_EMAILS contains ‘sam’, which is not an email address.'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have 32 characters or more.'],
    [{ OPERATOR_NAME: 'The club', CONTACT_EMAIL: 'The club <a@example.org>' }, 'CONTACT_EMAIL must be an email address.'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV must be production, development or test.'],
  ] as const)('%o', ([variables, message]) => {
    expect(() => parseEnv(variables)).toThrow(message);
    expect(message).not.toContain('\n');
  });
});
