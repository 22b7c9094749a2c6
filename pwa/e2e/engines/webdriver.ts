import { type ElementRef, EngineError, type EngineSession } from './engine-session.ts';

/** The key of an element in W3C WebDriver's JSON (section 12.2, 'web element identifier'). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const keyOf = (element: ElementRef) => (element as Record<typeof ELEMENT, string>)[ELEMENT];

/** The browser reports an error for a page that loads, or a script that runs, for longer. W3C's default for pages is five minutes. */
const TIMEOUTS = { pageLoad: 60_000, script: 30_000 };
/** How long the driver may take to answer one command. */
const ANSWERS_MS = 90_000;

/**
 * Drives a browser over W3C WebDriver.
 * @param driver origin of the driver
 * @throws EngineError if the driver refuses to start a session
 */
export async function startSession(driver: string, capabilities: object): Promise<EngineSession> {
  const started = await command('POST', '/session', { capabilities: { alwaysMatch: { ...capabilities, timeouts: TIMEOUTS } } });
  const { sessionId, capabilities: given } = started as {
    sessionId: string;
    capabilities: { browserName: string; browserVersion: string };
  };
  const at = `/session/${sessionId}`;

  async function command(method: 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const named = `${method} ${path.replace(/^\/session\/[^/]+/, '')}`;
    const signal = AbortSignal.timeout(ANSWERS_MS);
    const answered = async () => {
      const answer = await fetch(driver + path, { method, signal, ...(body && { body: JSON.stringify(body) }) });
      return { ok: answer.ok, value: ((await answer.json()) as { value: unknown }).value };
    };
    const { ok, value } = await answered().catch((cause: unknown) => {
      throw new Error(`The driver does not answer ${named}`, { cause });
    });
    if (!ok) {
      const { error, message } = value as { error: string; message: string };
      throw new EngineError(`${named}: ${error}: ${message}`);
    }
    return value;
  }

  const run: EngineSession['run'] = async (script, ...args) => {
    const source = `const done = arguments[arguments.length - 1];
      new Promise((resolve) => resolve((${script.toString()})(...arguments[0]))).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = (await command('POST', `${at}/execute/async`, { script: source, args: [args] })) as { value?: unknown; error?: string };
    if (answer.error !== undefined) throw new Error(`In the page: ${answer.error}`);
    return answer.value as never;
  };
  const type = async (element: ElementRef, text: string) => void (await command('POST', `${at}/element/${keyOf(element)}/value`, { text }));

  return {
    browser: `${given.browserName} ${given.browserVersion}`,
    goto: async (url) => {
      await command('POST', `${at}/url`, { url });
      await run(hearErrors);
    },
    reload: async () => {
      await command('POST', `${at}/refresh`, {});
      await run(hearErrors);
    },
    run,
    find: async (script, ...args) => (await run(script, ...args)) as ElementRef | null,
    click: async (element) => void (await command('POST', `${at}/element/${keyOf(element)}/click`, {})),
    type,
    pick: type,
    errors: () => run(heardErrors),
    end: async () => void (await command('DELETE', at)),
  };
}

/** Runs in the page, which records its errors after each load because the driver cannot hear the console. */
function hearErrors(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  const { error } = console;
  console.error = (...words: unknown[]) => {
    heard.push(words.map(String).join(' '));
    error(...words);
  };
  addEventListener('error', ({ message }) => heard.push(message));
  addEventListener('unhandledrejection', ({ reason }) => heard.push(String(reason)));
}

/** Empty on a page that a form opened: only `goto` and `reload` start the recording. */
const heardErrors = () => (window as unknown as { heard?: string[] }).heard?.splice(0) ?? [];
