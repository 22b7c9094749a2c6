/** A browser between requests: stores cookies and sends them back, and never follows redirects. */
export interface Browser {
  cookies: Map<string, string>;
  /** The Set-Cookie lines of the last answer. */
  setCookies: string[];
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Posts a plain HTML form, as a page of the origin does. */
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  send(path: string, init: RequestInit): Promise<Response>;
}

type Answer = (url: string, init: RequestInit) => Response | Promise<Response>;

/** @param answer handles requests: an app's `request`, or fetch */
export function createBrowser(answer: Answer, origin: string): Browser {
  const browser: Browser = {
    cookies: new Map(),
    setCookies: [],
    get: (path, headers = {}) => browser.send(path, { headers }),
    post: (path, fields, headers = {}) =>
      browser.send(path, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin, 'sec-fetch-site': 'same-origin', ...headers },
      }),
    async send(path, init) {
      const headers = new Headers(init.headers);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      if (cookie) headers.set('cookie', cookie);
      const response = await answer(new URL(path, origin).href, { redirect: 'manual', ...init, headers });
      browser.setCookies = response.headers.getSetCookie();
      for (const line of browser.setCookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0/i.test(line) || /expires=thu, 01 jan 1970/i.test(line)) browser.cookies.delete(name);
        else browser.cookies.set(name, value);
      }
      return response;
    },
  };
  return browser;
}
