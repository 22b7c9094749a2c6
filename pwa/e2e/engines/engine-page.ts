import { type ElementRef, EngineError, type EngineSession } from './engine-session.ts';

const WAIT_MS = 60_000;
const LOOK_AGAIN_MS = 100;
const HEARD_MS = 2_000;
const SHOWN_MAX = 800;

/** Drives a page in any engine by names and labels, inside the open dialog if there is one. Actions wait for their element. */
export class EnginePage {
  readonly session: EngineSession;

  constructor(session: EngineSession) {
    this.session = session;
  }

  /** Clicks the first visible button or link with this name. */
  async click(name: RegExp): Promise<void> {
    await this.#act(
      `a button or link ${name}`,
      () => this.session.find(findNamed, name.source, name.flags),
      (element) => this.#press(element),
    );
  }

  /** Types into the field with this label. Firefox drops keys while a page that just loaded takes the focus: types again. */
  async fill(label: RegExp, text: string): Promise<void> {
    await this.until(`${text} in a field ${label}`, async () => {
      if (!(await this.session.run(setValue, label.source, label.flags, ''))) return false;
      const field = await this.session.find(findLabelled, label.source, label.flags);
      if (field) await this.session.type(field, text);
      return field !== null && (await this.session.run(hasValue, label.source, label.flags, text));
    });
  }

  /** Sets the field with this label, for example a date, to a value, or a list to the option with this text. */
  async choose(label: RegExp, value: string): Promise<void> {
    await this.until(`${value} in a field ${label}`, () => this.session.run(setValue, label.source, label.flags, value));
  }

  /** Clicks the radio button with this label. */
  async check(label: RegExp): Promise<void> {
    await this.#act(
      `a choice ${label}`,
      () => this.session.find(findLabelled, label.source, label.flags),
      (element) => this.#press(element),
    );
  }

  /** Picks a file in the open dialog's file field. */
  async pickFile(path: string): Promise<void> {
    await this.#act(
      'a file field',
      () => this.session.find(findFileField),
      (element) => this.session.pick(element, path),
    );
  }

  /** Waits until an element that matches the selector shows this text. */
  async shows(text: RegExp, selector = 'body'): Promise<void> {
    await this.until(`${text} in ${selector}`, () => this.session.run(showsText, selector, text.source, text.flags));
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
        if (!(error instanceof EngineError)) throw error;
        refusal = ` (${error.message})`;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    throw new Error(`Timed out waiting for ${what}${refusal}; ${await this.shown()}`);
  }

  /** The address and the visible text, for the message of an error. */
  async shown(): Promise<string> {
    const shown = await this.session.run(() => `${location.href}: ${document.body.innerText}`).catch(String);
    return shown.replace(/\s+/g, ' ').slice(0, SHOWN_MAX);
  }

  /**
   * Clicks. @throws EngineError while something moves, as a click would miss an element in a dialog that slides in, and if the page
   * heard no press: Firefox drops some on a page that just loaded
   */
  async #press(element: ElementRef): Promise<void> {
    if (await this.session.run(isMoving)) throw new EngineError('The page moves');
    await this.session.run(awaitPress);
    await this.session.click(element);
    // A press that opens another page ends the script.
    const heard = await this.session.run(heardPress, HEARD_MS).catch((error: unknown) => {
      if (!(error instanceof EngineError)) throw error;
      return true;
    });
    if (!heard) throw new EngineError('The page heard no press');
  }

  async #act(what: string, find: () => Promise<ElementRef | null>, act: (element: ElementRef) => Promise<void>): Promise<void> {
    await this.until(what, async () => {
      const element = await find();
      if (element) await act(element);
      return element !== null;
    });
  }
}

/** Whether an animation runs that ends by itself. */
const isMoving = (): boolean =>
  document.getAnimations().some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);

interface PressedWindow {
  press?: Promise<true>;
}

function awaitPress(): void {
  const press = new Promise<true>((resolve) =>
    document.addEventListener('pointerdown', () => resolve(true), { capture: true, once: true }),
  );
  Object.assign(window, { press });
}

/** Whether the page that called `awaitPress` was pressed since, or another page is open now. */
function heardPress(waitMs: number): Promise<boolean> {
  const { press = true } = window as PressedWindow;
  return Promise.race([press, new Promise<false>((resolve) => setTimeout(() => resolve(false), waitMs))]);
}

/** Scrolls to it if something covers its middle: WebKit's driver does not scroll to an element that is cut off there. */
function findNamed(name: string, flags: string): Element | null {
  const around = document.querySelector('dialog[open]') ?? document;
  const found = [...around.querySelectorAll('button, a[href]')].find((element) => {
    const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return new RegExp(name, flags).test(words.trim()) && element.getClientRects().length > 0;
  });
  if (!found) return null;
  const { x, y, width, height } = found.getBoundingClientRect();
  if (!found.contains(document.elementFromPoint(x + width / 2, y + height / 2)))
    found.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found;
}

function findLabelled(label: string, flags: string): Element | null {
  const around = document.querySelector('dialog[open]') ?? document;
  const found = [...around.querySelectorAll('label')].find((each) => new RegExp(label, flags).test((each.textContent ?? '').trim()));
  return found?.control ?? null;
}

function setValue(label: string, flags: string, value: string): boolean {
  const around = document.querySelector('dialog[open]') ?? document;
  const found = [...around.querySelectorAll('label')].find((each) => new RegExp(label, flags).test((each.textContent ?? '').trim()));
  const field = found?.control;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)) return false;
  const option = field instanceof HTMLSelectElement ? [...field.options].find(({ text }) => text === value)?.value : value;
  if (option === undefined) return false;
  // React replaces the setter on the element itself, and would miss a change made through it.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!;
  set!.call(field, option);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

function hasValue(label: string, flags: string, value: string): boolean {
  const around = document.querySelector('dialog[open]') ?? document;
  const found = [...around.querySelectorAll('label')].find((each) => new RegExp(label, flags).test((each.textContent ?? '').trim()));
  return (found?.control as HTMLInputElement | null)?.value === value;
}

function findFileField(): Element | null {
  return (document.querySelector('dialog[open]') ?? document).querySelector('input[type=file]');
}

function showsText(selector: string, text: string, flags: string): boolean {
  return [...document.querySelectorAll<HTMLElement>(selector)].some((element) => new RegExp(text, flags).test(element.innerText));
}
