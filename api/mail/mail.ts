import type { Env } from '../env.ts';
import type { Letter } from './letter.ts';
import { signInCode } from './sign-in-code.ts';
import { smtpTransport, terminalTransport } from './transport.ts';

/** What Longline writes to people. */
export interface Mail {
  /** Whether letters are printed on the server's terminal. A person who reads a code there controls the server. */
  toTerminal: boolean;
  /**
   * Sends a sign-in code to the person who asked for it.
   * @param wrongCodes number of wrong codes typed for this address since its last sign-in
   * @throws the mail server's error when it rejects the message
   */
  sendCode(email: string, code: string, wrongCodes: number): Promise<void>;
  /** Sends any other letter; nothing without SMTP, where only the server's terminal would show it. */
  send(email: string, letter: Letter): Promise<void>;
}

/** SMTP if it is configured, otherwise the terminal. @param print writes one line to the terminal */
export function createMail(
  { smtpUrl, mailFrom, publicUrl }: Pick<Env, 'smtpUrl' | 'mailFrom' | 'publicUrl'>,
  print: (line: string) => void,
): Mail {
  const transport = smtpUrl === undefined ? terminalTransport(print) : smtpTransport(smtpUrl, mailFrom);
  const site = new URL(publicUrl).host;
  return {
    toTerminal: smtpUrl === undefined,
    sendCode: (email, code, wrongCodes) => transport.send(email, signInCode(code, wrongCodes, site)),
    send: (email, letter) => (smtpUrl === undefined ? Promise.resolve() : transport.send(email, letter)),
  };
}
