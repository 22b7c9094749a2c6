import { isLoopback } from '../auth/loopback.ts';
import { createProvider } from '../auth/provider.ts';
import type { Env } from '../env.ts';
import { smtpTransport } from '../mail/transport.ts';

/** Mistakes that keep people from signing in, one line each: mail and the OpenID provider. */
export async function checkSignIn({
  smtpUrl,
  mailFrom,
  oidc,
  publicUrl,
}: Pick<Env, 'smtpUrl' | 'mailFrom' | 'oidc' | 'publicUrl'>): Promise<string[]> {
  const found: string[] = [];
  if (smtpUrl !== undefined) {
    await smtpTransport(smtpUrl, mailFrom)
      .verify()
      .catch((error: Error) => found.push(`SMTP_URL: the mail server refuses or does not answer: ${firstLine(error.message)}`));
  } else if (oidc === undefined && !isLoopback(new URL(publicUrl).hostname)) {
    found.push('No mail: only the terminal of the server shows sign-in codes. Set SMTP_URL and MAIL_FROM, or OIDC_ISSUER.');
  }
  if (oidc) {
    await createProvider(oidc, publicUrl)
      .begin([])
      .catch((error: Error) => found.push(`OIDC_ISSUER: the provider cannot be reached or is not one: ${firstLine(error.message)}`));
  }
  return found;
}

const firstLine = (text: string): string => text.split('\n')[0]!;
