import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { PushMessage } from '../contract/push.ts';

/** A browser's private keys, which decrypt its pushes. */
export interface PushKeys {
  ecdh: ECDH;
  secret: Buffer;
  /** The part that the browser gives to the server. */
  keys: { p256dh: string; auth: string };
}

export function newPushKeys(): PushKeys {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys('base64url');
  const secret = randomBytes(16);
  return { ecdh, secret, keys: { p256dh, auth: secret.toString('base64url') } };
}

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A push service on loopback that records what it receives. */
export interface PushService {
  origin: string;
  received: Received[];
  /** Resolves with the pushes to a path as soon as there are `count`. */
  arrived: (path: string, count?: number) => Promise<Received[]>;
  /** Resolves as soon as one of these paths has received a push. */
  anyArrived: (paths: readonly string[]) => Promise<void>;
  /** Sets the answer for a path, including requests already waiting. The default is 201. */
  answer: (path: string, status: number | 'never', headers?: Record<string, string>) => void;
  close: () => Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const received: Received[] = [];
  const answers = new Map<string, { status: number | 'never'; headers: Record<string, string> }>();
  const waiting = new Set<() => void>();
  const looks = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
    const respond = () => {
      const { status, headers } = answers.get(path) ?? { status: 201, headers: {} };
      if (status === 'never') return;
      waiting.delete(respond);
      response.writeHead(status, headers).end('The body of this answer must not be read');
    };
    waiting.add(respond);
    respond();
    for (const look of looks) look();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const at = (path: string) => received.filter((push) => push.path === path);
  const when = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return;
        looks.delete(look);
        resolve();
      };
      looks.add(look);
      look();
    });
  return {
    origin: `http://127.0.0.1:${address.port}`,
    received,
    arrived: async (path, count = 1) => {
      await when(() => at(path).length >= count);
      return at(path);
    },
    anyArrived: (paths) => when(() => paths.some((path) => at(path).length > 0)),
    answer: (path, status, headers = {}) => {
      answers.set(path, { status, headers });
      for (const respond of waiting) respond();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Decrypts a push as its browser does: RFC 8188 (aes128gcm, one record) under the keys of RFC 8291, section 3.4. */
export function openPush({ body }: Received, { ecdh, secret }: PushKeys): PushMessage {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + senderKey.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const keying = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), secret, info, 32));
  const derive = (what: string, length: number) => Buffer.from(hkdfSync('sha256', keying, salt, `Content-Encoding: ${what}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as PushMessage;
}

/** The public key and claims of a push (RFC 8292). @throws if its signature does not match that key */
export function readVapid({ headers }: Received): { publicKey: string; claims: { aud: string; exp: number; sub: string } } {
  const [, jwt = '', publicKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = jwt.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const good = verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  if (!good) throw new Error('The push is not signed by the key it names');
  return { publicKey, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string } };
}
