import type { Locator, Page } from 'playwright';

/** Calls the API as the person signed in on the page. @returns status and parsed answer */
export const call = <Answer = unknown>(
  page: Page,
  method: string,
  path: string,
  payload?: object,
): Promise<{ status: number; answer: Answer }> =>
  page.evaluate(
    async ([how, where, what]) => {
      const response = await fetch(where, {
        method: how,
        headers: { 'Content-Type': 'application/json' },
        ...(what !== undefined && { body: what }),
      });
      const text = await response.text();
      return { status: response.status, answer: (text ? JSON.parse(text) : null) as Answer };
    },
    [method, path, payload && JSON.stringify(payload)] as const,
  );

export const idOf = async (page: Page): Promise<string> => (await call<{ id: string }>(page, 'GET', '/api/auth/user')).answer.id;

/** Makes two people partners: one sends a request, the other accepts. @returns the id of the partnership */
export async function becomePartners(asking: Page, accepting: Page): Promise<string> {
  const { answer } = await call<{ id: string }>(asking, 'POST', '/api/friendships', { friendId: await idOf(accepting) });
  await call(accepting, 'PATCH', `/api/friendships/${answer.id}`, { status: 'accepted' });
  return answer.id;
}

/** Fails the page's own calls to this path. The engine's worker still reaches the server. @returns a function that ends this */
export async function loseCalls(page: Page, path: string): Promise<() => Promise<void>> {
  await page.evaluate((lost) => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      new Request(input, init).url.includes(lost) ? Promise.reject(new TypeError('The call was lost')) : fetch(input, init);
    Object.assign(window, {
      mendCalls: () => {
        window.fetch = fetch;
      },
    });
  }, path);
  return () => page.evaluate(() => (window as unknown as { mendCalls: () => void }).mendCalls());
}

/** Holds the page's own calls to this path. @returns a function that releases them and lets later calls pass */
export async function holdCalls(page: Page, path: string): Promise<() => Promise<void>> {
  await page.evaluate((held) => {
    const { fetch } = window;
    const released = new Promise<void>((resolve) => Object.assign(window, { releaseCalls: resolve }));
    window.fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.url.includes(held)) await released;
      return fetch(request);
    };
  }, path);
  return () => page.evaluate(() => (window as unknown as { releaseCalls: () => void }).releaseCalls());
}

/** Makes the page's IndexedDB writes fail, as on a failing disk. The engine's worker can still write. @returns mends the store */
export async function breakStore(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { add, put } = IDBObjectStore.prototype;
    const fail = () => {
      throw new DOMException('The disk fails', 'UnknownError');
    };
    Object.assign(IDBObjectStore.prototype, { add: fail, put: fail });
    Object.assign(window, { mendStore: () => Object.assign(IDBObjectStore.prototype, { add, put }) });
  });
  return () => page.evaluate(() => (window as unknown as { mendStore: () => void }).mendStore());
}

/** Records all text that the page shows from now on, however briefly. @returns a function that tells whether words have appeared */
export async function watchWords(page: Page): Promise<(words: string) => Promise<boolean>> {
  await page.evaluate(() => {
    const said = new Set<string>();
    Object.assign(window, { said });
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        said.add(target.textContent ?? '');
        for (const node of addedNodes) said.add(node.textContent ?? '');
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return (words) =>
    page.evaluate((wanted) => [...(window as unknown as { said: Set<string> }).said].some((text) => text.includes(wanted)), words);
}

/** The toast with these words. Its text is the title followed by the description. */
export const toast = (page: Page, words: string): Locator => page.getByRole('status').filter({ hasText: words }).first();
