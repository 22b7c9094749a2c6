import { createBrowser } from '../../../api/testing/cookie-jar.ts';
import type { Server } from './server.ts';

/** Someone who uses the API without a browser. */
export interface ApiPerson {
  id: string;
  call: <Answer = unknown>(method: string, path: string, payload?: object) => Promise<Answer>;
  /** For bodies and answers that are not JSON. */
  send: (path: string, init?: RequestInit) => Promise<Response>;
}

/** Signs in through the built-in pages. @throws if a call does not succeed */
export async function signInByCalls(server: Server, email: string): Promise<ApiPerson> {
  const browser = createBrowser((url, init) => fetch(url, init), server.url);
  const code = await server.codeFor(email, () => browser.post('/api/login', { email }));
  await browser.post('/api/login/code', { code });

  const call: ApiPerson['call'] = async (method, path, payload) => {
    const response = await browser.send(path, {
      method,
      headers: { origin: server.url, 'content-type': 'application/json' },
      ...(payload && { body: JSON.stringify(payload) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text ? JSON.parse(text) : null) as never;
  };
  const send: ApiPerson['send'] = (path, init) => browser.send(path, { ...init, headers: { origin: server.url, ...init?.headers } });
  const { id } = await call<{ id: string }>('GET', '/api/auth/user');
  await call('POST', '/api/users/profile/age', { isAdult: true });
  return { id, call, send };
}
