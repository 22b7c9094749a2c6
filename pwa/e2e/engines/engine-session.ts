/** A reference to an element in the page, as the driver returns it. */
export type ElementRef = object;

/** The browser or its driver refused a command, for example because the element is covered or the page is loading. */
export class EngineError extends Error {}

/** One window of a browser, driven over WebDriver or WebDriver BiDi. A function that runs in the page sees only its arguments. */
export interface EngineSession {
  /** Name and version, as the browser reports them. */
  browser: string;
  goto: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  run: <Arguments extends unknown[], Answer>(script: (...args: Arguments) => Answer, ...args: Arguments) => Promise<Awaited<Answer>>;
  /** Runs a function that returns an element of the page. */
  find: <Arguments extends unknown[]>(script: (...args: Arguments) => Element | null, ...args: Arguments) => Promise<ElementRef | null>;
  click: (element: ElementRef) => Promise<void>;
  type: (element: ElementRef, text: string) => Promise<void>;
  /** Picks the file with this path in a file field. */
  pick: (element: ElementRef, path: string) => Promise<void>;
  /** Errors on the console and uncaught errors since the last call. WebKit's session hears only those since the last load. */
  errors: () => Promise<string[]>;
  end: () => Promise<void>;
}
