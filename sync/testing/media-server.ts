import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

export interface Seen {
  method: string;
  path: string;
  /** `Upload-Offset` of a PATCH. */
  offset: number | null;
  /** Bytes of the body that arrived. */
  bytes: number;
}

export interface MediaServer {
  origin: string;
  seen: Seen[];
  /** SHA-256 of each created object, by path. */
  objects: Map<string, string>;
  /** Refuses the next matching request. */
  refuseNext(method: string, path: RegExp, status: number, body?: object, headers?: Record<string, string>): void;
  /** Processes the next matching request, then cuts the connection instead of answering. */
  loseAnswer(method: string, path: RegExp): void;
  /** Deletes every upload, as the server does seven days after the last byte. */
  forgetUploads(): Promise<void>;
  /** Cuts every connection at once, even mid-transfer. */
  cutLines(): void;
  stop(): Promise<void>;
}

interface Fault {
  method: string;
  path: RegExp;
  refusal: { status: number; body: object; headers: Record<string, string> } | null;
}

/** The media calls of the API with a real tus server, on a free port, with faults on demand. */
export async function startMediaServer(): Promise<MediaServer> {
  const folder = await mkdtemp(join(tmpdir(), 'longline-media-'));
  const tus = new Server({ path: UPLOADS, datastore: new FileStore({ directory: folder }) });
  const seen: Seen[] = [];
  const objects = new Map<string, string>();
  const objectOf = new Map<string, string>();
  let faults: Fault[] = [];

  const takeFault = (method: string, path: string) => {
    const fault = faults.find((one) => one.method === method && one.path.test(path));
    faults = faults.filter((one) => one !== fault);
    return fault;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '' } = request;
    const record: Seen = { method, path, offset: numberOrNull(request.headers['upload-offset']), bytes: 0 };
    seen.push(record);
    request.on('data', (chunk: Buffer) => {
      record.bytes += chunk.length;
    });
    request.pause();

    const fault = takeFault(method, path);
    if (fault?.refusal) return json(response, fault.refusal.status, fault.refusal.body, fault.refusal.headers);
    if (fault) Object.assign(response, { end: () => request.socket.destroy() });

    if (path === '/api/objects/upload') {
      const { size } = JSON.parse(await text(request)) as { size: number };
      const made = await tus.handleWeb(
        new Request(`http://any.example${UPLOADS}`, {
          method: 'POST',
          headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': String(size) },
        }),
      );
      const { pathname } = new URL(made.headers.get('Location') ?? '');
      // Uses a different host name than the request, as the real server may.
      return json(response, 200, { uploadURL: `https://longline.example${pathname}` });
    }
    if (path === '/api/videos/finalize') {
      const { videoURL } = JSON.parse(await text(request)) as { videoURL: string };
      return finalize(response, videoURL.slice(videoURL.lastIndexOf('/') + 1));
    }
    if (method === 'PUT') return putWhole(request, response, path);
    await tus.handle(request, response);
  }

  async function putWhole(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const patched = await tus.handleWeb(
      new Request(`http://any.example${path}`, {
        method: 'PATCH',
        headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
        body: Buffer.concat(chunks),
      }),
    );
    json(response, patched.ok ? 200 : patched.status, {});
  }

  async function finalize(response: ServerResponse, id: string): Promise<void> {
    const bytes = await readFile(join(folder, id)).catch(() => null);
    if (!bytes) return json(response, 404, { code: 'not_found', message: 'There is no such upload' });
    const objectPath = objectOf.get(id) ?? `/objects/${randomUUID().replaceAll('-', '')}`;
    objectOf.set(id, objectPath);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    objects.set(objectPath, sha256);
    json(response, 200, { objectPath, mediaType: 'video/mp4', size: bytes.length, sha256 });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  // As in `api/testing/listening-app.ts`.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    objects,
    refuseNext: (method, path, status, body = {}, headers = {}) => {
      faults.push({ method, path, refusal: { status, body, headers } });
    },
    loseAnswer: (method, path) => {
      faults.push({ method, path, refusal: null });
    },
    forgetUploads: async () => {
      await rm(folder, { recursive: true });
      tus.datastore = new FileStore({ directory: folder });
    },
    cutLines: () => server.closeAllConnections(),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const UPLOADS = '/api/uploads';

const numberOrNull = (header: string | string[] | undefined) => (header === undefined ? null : Number(header));

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
