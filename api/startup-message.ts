import type { Env } from './env.ts';
import type { OpenDatabase } from './db/open.ts';

/** The terminal output once the server is ready: its address, how to sign in, what to know. */
export function startupMessage({ publicUrl, dataDir, oidc, smtpUrl, adminEmails }: Env, database: OpenDatabase['kind']): string[] {
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
    '',
  ];

  function howToSignIn(): string {
    if (oidc) return `It goes to ${new URL(oidc.issuer).host}.`;
    return smtpUrl ? 'Your code comes by e-mail.' : 'Your code is printed here, on this terminal.';
  }
}
