import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import type { TestApp, TestPerson } from './create-test-app.ts';

export interface Served {
  origin: string;
  /** A call over HTTP, as the person or, with null, as a visitor. Sends a string body unchanged. */
  call(person: TestPerson | null, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  close(): Promise<void>;
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  body: AnsweredBody;
}

/** The JSON answer, with the fields of refusals and rows; empty for other answers. */
export interface AnsweredBody {
  id: string;
  version: number;
  message: string;
  code: string;
  requestId: string;
  fields: Record<string, string>;
  [name: string]: unknown;
}

/** Serves the test app on a real socket. */
export async function serveTestApp({ app }: TestApp): Promise<Served> {
  const server = await new Promise<ServerType>((resolve) => {
    const started: ServerType = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async call(person, method, path, body, headers = {}) {
      const cookie = [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
      const stopped = new AbortController();
      const response = await fetch(origin + path, {
        method,
        redirect: 'manual',
        signal: stopped.signal,
        headers: { ...(cookie && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const { status } = response;
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
        stopped.abort();
        return { status, headers: response.headers, text: '', body: {} as AnsweredBody };
      }
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : {}) as AnsweredBody };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
