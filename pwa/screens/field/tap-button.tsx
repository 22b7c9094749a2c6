import { type ButtonHTMLAttributes, type PointerEvent, useRef } from 'react';

interface TapButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'onPointerDown' | 'onPointerUp' | 'onTouchEnd'> {
  onTap: (event: { timeStamp: number }) => void;
}

/**
 * A button that acts when the finger leaves it. The click, which browsers send later, acts only for keyboards and screen
 * readers (docs/decisions/0174).
 */
export function TapButton({ onTap, ...button }: TapButtonProps) {
  const acted = useRef(false);
  return (
    <button
      type="button"
      {...button}
      onPointerDown={() => {
        acted.current = false;
      }}
      onPointerUp={(event) => {
        if (event.button !== 0 || !isInside(event)) return;
        acted.current = true;
        onTap(event);
      }}
      // Without the mouse events and the click that would follow, the store's answer comes sooner.
      onTouchEnd={(event) => {
        if (acted.current && event.cancelable) event.preventDefault();
      }}
      onClick={(event) => {
        if (!acted.current || event.detail === 0) onTap(event);
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
