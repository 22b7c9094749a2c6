import { createTransport } from 'nodemailer';
import type { Letter } from './letter.ts';

/** How the server sends letters. */
export interface Transport {
  /** @throws the mail server's error when it rejects the message */
  send(address: string, letter: Letter): Promise<void>;
}

// Characters that a terminal would interpret or hide. A plain space is neither.
const UNPRINTABLE = /(?! )[\p{C}\p{Z}]/gu;

/**
 * Prints letters on the server's terminal, with '?' for what a terminal would interpret.
 * @param print writes one line to the terminal
 */
export const terminalTransport = (print: (line: string) => void): Transport => ({
  async send(address, letter) {
    print(letter.line(address).replaceAll(UNPRINTABLE, '?'));
  },
});

// A person is waiting for the page: fail early with a clear answer.
const PATIENCE_MS = 10_000;

export function smtpTransport(url: string, from: string): Transport & { verify(): Promise<void> } {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  return {
    async send(address, { subject, text, html }) {
      await transport.sendMail({
        from,
        // An object, so that no character in the address starts a second one.
        to: { name: '', address },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    /** Connects and signs in, but sends nothing. @throws the mail server's error */
    async verify() {
      await transport.verify();
    },
  };
}
