/** The key of an element in W3C WebDriver's JSON (section 12.2, 'web element identifier'). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
export type ElementRef = Record<typeof ELEMENT, string>;

/** An error answer from the driver, such as `stale element reference`. */
export class WebDriverError extends Error {
  constructor({ error, message }: { error: string; message: string }) {
    super(`${error}: ${message}`);
    this.name = 'WebDriverError';
  }
}

/** A browser driven over W3C WebDriver. */
export interface WebDriverSession {
  /** Name and version, as the browser reports them. */
  browser: string;
  goto: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Runs a function in the page and resolves with its result. The function sees only its arguments. */
  run: <Arguments extends unknown[], Answer>(script: (...args: Arguments) => Answer, ...args: Arguments) => Promise<Awaited<Answer>>;
  click: (element: ElementRef) => Promise<void>;
  /** Types into a field, or picks the file with this path. */
  type: (element: ElementRef, text: string) => Promise<void>;
  end: () => Promise<void>;
}

/** @param driver origin of the driver @throws WebDriverError if it cannot start such a browser */
export async function startSession(driver: string, capabilities: object): Promise<WebDriverSession> {
  const started = await command('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
  const { sessionId, capabilities: given } = started as {
    sessionId: string;
    capabilities: { browserName: string; browserVersion: string };
  };
  const at = `/session/${sessionId}`;
  const click = (element: ElementRef) => command('POST', `${at}/element/${element[ELEMENT]}/click`, {});

  async function command(method: 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const answer = await fetch(driver + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new WebDriverError(value as { error: string; message: string });
    return value;
  }

  return {
    browser: `${given.browserName} ${given.browserVersion}`,
    goto: async (url) => void (await command('POST', `${at}/url`, { url })),
    reload: async () => void (await command('POST', `${at}/refresh`, {})),
    run: async (script, ...args) => {
      const source = `const done = arguments[arguments.length - 1];
        new Promise((resolve) => resolve((${script.toString()})(...arguments[0]))).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const answer = (await command('POST', `${at}/execute/async`, { script: source, args: [args] })) as {
        value?: unknown;
        error?: string;
      };
      if (answer.error !== undefined) throw new Error(`In the page: ${answer.error}`);
      return answer.value as never;
    },
    click: async (element) => void (await click(element)),
    type: async (element, text) => void (await command('POST', `${at}/element/${element[ELEMENT]}/value`, { text })),
    end: async () => void (await command('DELETE', at)),
  };
}
