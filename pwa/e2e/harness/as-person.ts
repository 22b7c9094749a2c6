import type { Locator, Page } from 'playwright';

/** A call of the API as the person of that page; its status and its answer. */
export const call = <Answer = unknown>(page: Page, method: string, path: string, payload?: object): Promise<{ status: number; answer: Answer }> =>
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

/** One asks, the other accepts. @returns the id of the friendship */
export async function becomePartners(asking: Page, accepting: Page): Promise<string> {
  const { answer } = await call<{ id: string }>(asking, 'POST', '/api/friendships', { friendId: await idOf(accepting) });
  await call(accepting, 'PATCH', `/api/friendships/${answer.id}`, { status: 'accepted' });
  return answer.id;
}

/** From now on the page's own calls of that path get no answer; the line itself stays, and with it the engine. */
export async function loseCalls(page: Page, path: string): Promise<() => Promise<void>> {
  await page.evaluate((lost) => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      new Request(input, init).url.includes(lost) ? Promise.reject(new TypeError('The call was lost')) : fetch(input, init);
    Object.assign(window, { mendCalls: () => { window.fetch = fetch; } });
  }, path);
  return () => page.evaluate(() => (window as unknown as { mendCalls: () => void }).mendCalls());
}

/** From now on the page's own calls of that path wait. @returns lets them and all later ones go */
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

/** From now on the page can write nothing down, as on a disk that fails; the engine's worker can. */
export async function breakStore(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const { add, put } = IDBObjectStore.prototype;
    const fail = () => { throw new DOMException('The disk fails', 'UnknownError'); };
    Object.assign(IDBObjectStore.prototype, { add: fail, put: fail });
    Object.assign(window, { mendStore: () => Object.assign(IDBObjectStore.prototype, { add, put }) });
  });
  return () => page.evaluate(() => (window as unknown as { mendStore: () => void }).mendStore());
}

/** Notes all that the page says from now on, however briefly. @returns whether it has said those words since */
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

/** The toast that says so. Title and text stand in it one after the other. */
export const toast = (page: Page, words: string): Locator => page.getByRole('status').filter({ hasText: words }).first();
