import { type ElementRef, WebDriverError, type WebDriverSession } from './webdriver.ts';

const WAIT_MS = 60_000;
const LOOK_AGAIN_MS = 100;
const SHOWN_MAX = 800;

/** Drives a page in any engine by names and labels. Every action waits until its element is ready. */
export class EnginePage {
  readonly session: WebDriverSession;

  constructor(session: WebDriverSession) {
    this.session = session;
  }

  /** Clicks the first visible button or link with this name. */
  async click(name: RegExp): Promise<void> {
    await this.#act(
      `a button or link ${name}`,
      () => this.session.run(findNamed, name.source),
      (element) => this.session.click(element),
    );
  }

  /** Types into the visible field with this label. */
  async fill(label: RegExp, text: string): Promise<void> {
    await this.#act(
      `a field ${label}`,
      () => this.session.run(findLabelled, label.source),
      (element) => this.session.type(element, text),
    );
  }

  /** Picks a file in the open dialog's file field. */
  async pickFile(path: string): Promise<void> {
    await this.#act(
      'a file field',
      () => this.session.run(findFileField),
      (element) => this.session.type(element, path),
    );
  }

  /** Waits until an element that matches the selector shows this text. */
  async shows(text: RegExp, selector = 'body'): Promise<void> {
    await this.until(`${text} in ${selector}`, () => this.session.run(showsText, selector, text.source));
  }

  /** Waits until no element matches the selector. */
  async lacks(selector: string): Promise<void> {
    await this.until(`no ${selector}`, () => this.session.run((wanted: string) => !document.querySelector(wanted), selector));
  }

  /** Polls until `look` finds something. @throws after a minute, with what the page shows then */
  async until<Found>(what: string, look: () => Promise<Found | null | false>): Promise<Found> {
    const endsAt = Date.now() + WAIT_MS;
    let refusal = '';
    while (Date.now() < endsAt) {
      try {
        const found = await look();
        if (found) return found;
      } catch (error) {
        // The page changed during the look: try again.
        if (!(error instanceof WebDriverError)) throw error;
        refusal = ` (${error.message})`;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    const shown = await this.session.run(() => `${location.href}: ${document.body.innerText}`).catch(String);
    throw new Error(`Timed out waiting for ${what}${refusal}; ${shown.replace(/\s+/g, ' ').slice(0, SHOWN_MAX)}`);
  }

  async #act(what: string, find: () => Promise<Element | null>, act: (element: ElementRef) => Promise<void>): Promise<void> {
    await this.until(what, async () => {
      // The driver returns references instead of elements.
      const element = (await find()) as unknown as ElementRef | null;
      if (element) await act(element);
      return element !== null;
    });
  }
}

function findNamed(name: string): Element | null {
  const around = document.querySelector('dialog[open]') ?? document;
  return (
    [...around.querySelectorAll('button, a[href]')].find((element) => {
      const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return new RegExp(name).test(words.trim()) && element.getClientRects().length > 0;
    }) ?? null
  );
}

function findLabelled(label: string): Element | null {
  const around = document.querySelector('dialog[open]') ?? document;
  const found = [...around.querySelectorAll('label')].find((each) => new RegExp(label).test((each.textContent ?? '').trim()));
  return found?.control ?? null;
}

function findFileField(): Element | null {
  return (document.querySelector('dialog[open]') ?? document).querySelector('input[type=file]');
}

function showsText(selector: string, text: string): boolean {
  return [...document.querySelectorAll<HTMLElement>(selector)].some((element) => new RegExp(text).test(element.innerText));
}
