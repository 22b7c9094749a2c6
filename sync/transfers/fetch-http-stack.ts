import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';

/**
 * tus over fetch, for the service worker, which has no XMLHttpRequest. fetch reports no upload progress, so progress
 * advances with each finished part.
 */
export class FetchHttpStack implements HttpStack {
  readonly #fetch: (request: Request) => Promise<Response>;

  constructor(fetch: (request: Request) => Promise<Response>) {
    this.#fetch = fetch;
  }

  createRequest(method: string, url: string): HttpRequest {
    const headers = new Headers();
    const aborting = new AbortController();
    const send = async (body: Blob | null): Promise<HttpResponse> => {
      const request = new Request(url, { method, headers, body, signal: aborting.signal });
      return readWhole(await this.#fetch(request));
    };
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => headers.set(name, value),
      getHeader: (name) => headers.get(name) ?? undefined,
      setProgressHandler: () => {},
      send: (body: Blob | null = null) => send(body),
      abort: async () => aborting.abort(),
      getUnderlyingObject: () => null,
    };
  }

  getName(): string {
    return 'FetchHttpStack';
  }
}

async function readWhole(response: Response): Promise<HttpResponse> {
  const body = await response.text();
  return {
    getStatus: () => response.status,
    getHeader: (name) => response.headers.get(name) ?? undefined,
    getBody: () => body,
    getUnderlyingObject: () => response,
  };
}
