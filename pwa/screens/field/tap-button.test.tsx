// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TapButton } from './tap-button.tsx';

let root: Root;
let button: HTMLButtonElement;
const tapped = vi.fn<() => void>();

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  tapped.mockClear();
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  act(() => root.render(<TapButton onTap={tapped}>Hit</TapButton>));
  button = page.querySelector('button')!;
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));
});

afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

function send(type: string, { x = 50, detail = 1, mouseButton = 0, pointerId = 1 } = {}): MouseEvent {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: 50, detail, button: mouseButton });
  act(() => void button.dispatchEvent(Object.assign(event, { pointerId })));
  return event;
}

it('acts once a tap, as soon as the finger leaves it', () => {
  send('pointerdown');
  expect(tapped).not.toHaveBeenCalled();
  send('pointerup');
  expect(tapped).toHaveBeenCalledTimes(1);
  send('click');
  expect(tapped).toHaveBeenCalledTimes(1);
});

it('acts on the clicks of keyboards and screen readers, also after a tap without a click', () => {
  send('click', { detail: 0 });
  send('pointerdown');
  send('pointerup');
  send('click', { detail: 0 });
  send('click');
  expect(tapped).toHaveBeenCalledTimes(4);
});

it('does not act when the finger has left it before the screen, or for another mouse button', () => {
  send('pointerdown');
  send('pointerup', { x: 150 });
  send('pointerdown');
  send('pointerup', { mouseButton: 2 });
  expect(tapped).not.toHaveBeenCalled();
});

it('does not act for a pointer that another element was pressed with, or that the browser took over', () => {
  send('pointerup');
  send('pointerdown');
  send('pointerup', { pointerId: 2 });
  send('pointerdown');
  send('pointercancel');
  send('pointerup');
  expect(tapped).not.toHaveBeenCalled();
});

it('prevents the click of a touch that acted, and takes the next click without a press', () => {
  send('pointerdown');
  send('pointerup');
  expect(send('touchend').defaultPrevented).toBe(true);
  send('click');
  expect(tapped).toHaveBeenCalledTimes(2);
  send('pointerdown');
  send('pointerup', { x: 150 });
  expect(send('touchend').defaultPrevented).toBe(false);
});
