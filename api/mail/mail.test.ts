import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { createMail } from './mail.ts';
import { terminalTransport } from './transport.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Received {
  from: string;
  to: string[];
  text: string;
}

async function startSmtp({ refusing = false } = {}) {
  const received: Received[] = [];
  const port = await freePort();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, answer) => answer(refusing ? new Error('no such mailbox') : null),
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(pieces).toString(),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', () => listening()));
  stops.push(() => new Promise((stopped) => server.close(() => stopped())));
  return { received, url: `smtp://127.0.0.1:${port}` };
}

const settings = { mailFrom: 'Longline <codes@longline.example>', publicUrl: 'https://longline.example' };

describe('mail', () => {
  it('sends the code as text and HTML to exactly one address', async () => {
    const { received, url } = await startSmtp();
    const mail = createMail({ ...settings, smtpUrl: url }, () => {});
    expect(mail.toTerminal).toBe(false);
    await mail.sendCode('anna@example.org', '012345', 0);
    expect(received).toHaveLength(1);
    const [{ from, to, text }] = received as [Received];
    expect(from).toBe('codes@longline.example');
    expect(to).toEqual(['anna@example.org']);
    expect(text).toMatch(/^From: Longline <codes@longline\.example>\r$/m);
    expect(text).toMatch(/^Subject: 012345 is your Longline sign-in code\r$/m);
    expect(text).toMatch(/Content-Type: text\/plain[\s\S]*Your sign-in code for Longline: 012345/);
    expect(text).toMatch(/Content-Type: text\/html[\s\S]*>012345</);
  });

  it('says how many wrong codes were typed, and why a code is long', async () => {
    const { received, url } = await startSmtp();
    const mail = createMail({ ...settings, smtpUrl: url }, () => {});
    for (const [code, wrongCodes] of [
      ['012345', 0],
      ['012345', 1],
      ['0123456789012345', 40],
    ] as const)
      await mail.sendCode('anna@example.org', code, wrongCodes);
    const texts = received.map(({ text }) => text.replaceAll(/=\r\n/g, ''));
    expect(texts[0]).not.toContain('wrong');
    for (const type of ['text/plain', 'text/html']) {
      const part = (text: string) => text.split(`Content-Type: ${type}`)[1]!.split('Content-Type:')[0]!;
      expect(part(texts[1]!)).toContain('1 wrong code was typed for this address since the last sign-in.');
      expect(part(texts[1]!)).not.toContain('longer');
      expect(part(texts[2]!)).toContain('40 wrong codes were typed for this address since the last sign-in.');
      expect(part(texts[2]!)).toContain('This code is longer than usual, because too many wrong codes were typed.');
      expect(part(texts[2]!)).toContain('0123 4567 8901 2345');
    }
    expect(texts[2]).toMatch(/^Subject: 0123 4567 8901 2345 is your Longline sign-in code\r$/m);
  });

  it('reports a failure when the mail server refuses or is unreachable', async () => {
    const { received, url } = await startSmtp({ refusing: true });
    await expect(createMail({ ...settings, smtpUrl: url }, () => {}).sendCode('anna@example.org', '012345', 0)).rejects.toThrow(
      'no such mailbox',
    );
    expect(received).toEqual([]);
    const nobody = createMail({ ...settings, smtpUrl: `smtp://127.0.0.1:${await freePort()}` }, () => {});
    await expect(nobody.sendCode('anna@example.org', '012345', 0)).rejects.toThrow('ECONNREFUSED');
  });

  it('prints one line on the terminal without a mail server, and strips control characters', async () => {
    const lines: string[] = [];
    const mail = createMail({ ...settings, smtpUrl: undefined }, (line) => lines.push(line));
    expect(mail.toTerminal).toBe(true);
    await mail.sendCode('anna@example.org', '012345', 0);
    await mail.sendCode('anna@example.org', '0123456789012345', 26);
    await mail.sendCode('a\u202enna@\u001b[2Jexample.org', '000000', 0);
    expect(lines).toEqual([
      'Sign-in code for anna@example.org: 012345  (valid ten minutes)',
      'Sign-in code for anna@example.org: 0123 4567 8901 2345  (valid ten minutes; 26 wrong codes were typed since the last sign-in)',
      'Sign-in code for a?nna@?[2Jexample.org: 000000  (valid ten minutes)',
    ]);
  });

  it('prints no control character of any part of a letter', async () => {
    const lines: string[] = [];
    const line = (address: string) => `${address}: Fen\u001b[2J,\nBrock\u2028and \u202eMoss`;
    await terminalTransport((printed) => lines.push(printed)).send('anna@example.org', { subject: '', text: '', html: '', line });
    expect(lines).toEqual(['anna@example.org: Fen?[2J,?Brock?and ?Moss']);
  });
});
