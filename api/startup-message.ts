import { isLoopback } from './auth/loopback.ts';
import type { Env } from './env.ts';
import type { OpenDatabase } from './db/open.ts';

/** The terminal output once the server is ready: its address, how to sign in, what to know. */
export function startupMessage({ host, publicUrl, dataDir, oidc, smtpUrl, adminEmails }: Env, database: OpenDatabase['kind']): string[] {
  return [
    '',
    `Longline is ready at ${publicUrl}`,
    `  To sign in, open it and choose the beta tester login. ${howToSignIn()}`,
    ...(adminEmails.length === 0 && !oidc && !smtpUrl ? ['  The first person to sign in on a new server becomes its administrator.'] : []),
    ...(database === 'pglite'
      ? [
          `  Everything is kept in ${dataDir}.`,
          "  A power cut can lose the embedded database's newest changes. For more than one person, set DATABASE_URL to PostgreSQL.",
        ]
      : []),
    ...(needsHttps()
      ? [
          "  Phones and other computers need an https address: without one, browsers keep nothing offline. README, 'HTTPS at",
          "  home', has the commands. Then set PUBLIC_URL to that address.",
        ]
      : []),
    '',
  ];

  /** Other machines can reach this server, but only by an address that browsers do not trust (R195). */
  function needsHttps(): boolean {
    const { protocol, hostname } = new URL(publicUrl);
    return protocol !== 'https:' && !(isLoopbackHost(host) && isLoopback(hostname));
  }

  function howToSignIn(): string {
    if (oidc) return `It goes to ${new URL(oidc.issuer).host}.`;
    return smtpUrl ? 'Your code comes by email.' : 'Your code is printed here, on this terminal.';
  }
}

/** A host to listen on has no brackets around IPv6. */
const isLoopbackHost = (host: string): boolean => isLoopback(host === '::1' ? '[::1]' : host);
