import { type ButtonHTMLAttributes, type PointerEvent, useRef } from 'react';

/** When a tap ended and when it began, as time stamps of events. */
export interface TapTimes {
  timeStamp: number;
  pressedAt: number;
}

type Handled = 'onClick' | 'onPointerDown' | 'onPointerUp' | 'onPointerCancel' | 'onTouchEnd';

interface TapButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, Handled> {
  onTap: (times: TapTimes) => void;
}

/**
 * A button that acts when the finger that pressed it leaves it, not at the click, which browsers send later
 * (docs/decisions/0174). A click without a press, as from a keyboard, acts too.
 */
export function TapButton({ onTap, ...button }: TapButtonProps) {
  const pressed = useRef<{ pointerId: number; at: number } | null>(null);
  const acted = useRef(false);
  return (
    <button
      type="button"
      {...button}
      onPointerDown={({ pointerId, timeStamp }) => {
        pressed.current = { pointerId, at: timeStamp };
        acted.current = false;
      }}
      onPointerCancel={() => {
        pressed.current = null;
      }}
      onPointerUp={(event) => {
        const press = pressed.current;
        pressed.current = null;
        if (press?.pointerId !== event.pointerId || event.button !== 0 || !isInside(event)) return;
        acted.current = true;
        onTap({ timeStamp: event.timeStamp, pressedAt: press.at });
      }}
      // Without the mouse events and the click that would follow, the store's answer comes sooner.
      onTouchEnd={(event) => {
        if (!acted.current || !event.cancelable) return;
        event.preventDefault();
        acted.current = false;
      }}
      onClick={({ detail, timeStamp }) => {
        if (!acted.current || detail === 0) onTap({ timeStamp, pressedAt: timeStamp });
        acted.current = false;
      }}
    />
  );
}

/** A finger may leave the button before it leaves the screen, so as not to press it. */
function isInside({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
