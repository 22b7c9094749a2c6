import { createTransport } from 'nodemailer';
import type { Env } from '../env.ts';

/** Delivers a sign-in code to the person who asked for it. */
export interface Mail {
  /** Codes are printed on the server's terminal, so a person who reads one controls the server. */
  toTerminal: boolean;
  /** @throws the mail server's error when it rejects the message */
  sendCode(email: string, code: string): Promise<void>;
}

/** SMTP if it is configured, otherwise the terminal. @param print writes one line to the terminal */
export const createMail = (
  { smtpUrl, mailFrom, publicUrl }: Pick<Env, 'smtpUrl' | 'mailFrom' | 'publicUrl'>,
  print: (line: string) => void,
): Mail => (smtpUrl === undefined ? terminalMail(print) : smtpMail(smtpUrl, mailFrom, publicUrl));

// Characters that a terminal would interpret or hide.
const UNPRINTABLE = /[\p{C}\p{Z}]/gu;

const terminalMail = (print: (line: string) => void): Mail => ({
  toTerminal: true,
  async sendCode(email, code) {
    print(`Sign-in code for ${email.replaceAll(UNPRINTABLE, '?')}: ${code}  (valid ten minutes)`);
  },
});

// A person is waiting at a page: fail soon with a clear answer.
const PATIENCE_MS = 10_000;

function smtpMail(url: string, from: string, publicUrl: string): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  const site = new URL(publicUrl).host;
  return {
    toTerminal: false,
    async sendCode(email, code) {
      await transport.sendMail({
        from,
        // An object, so that no character in the address starts a second one.
        to: { name: '', address: email },
        subject: `${code} is your Longline sign-in code`,
        text: [
          `Your sign-in code for Longline: ${code}`,
          `Enter it on ${site} within ten minutes. It works once.`,
          "If you didn't request it, ignore this email: no one can sign in without the code.",
        ].join('\n\n'),
        html: [
          '<p>Your sign-in code for Longline:</p>',
          `<p style="font-size:28px;font-weight:bold;letter-spacing:4px">${code}</p>`,
          `<p>Enter it on ${site} within ten minutes. It works once.</p>`,
          "<p>If you didn't request it, ignore this email: no one can sign in without the code.</p>",
        ].join('\n'),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
