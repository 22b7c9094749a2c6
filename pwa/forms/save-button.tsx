import { type ReactNode, type TouchEvent, useRef } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Button } from '../components/button.tsx';
import type { FormDialogProps } from './form-dialog-props.ts';

interface SaveButtonProps<Values extends FieldValues> extends Pick<FormDialogProps<Values>, 'isComplete'> {
  form: UseFormReturn<Values>;
  formId: string;
  pending: string | false;
  /** Called when the button is pressed down. */
  onPress: () => void;
  children: ReactNode;
}

/** A separate component, so that a keystroke re-renders the button and not the whole dialog. */
export function SaveButton<Values extends FieldValues>({ form, formId, pending, isComplete, onPress, children }: SaveButtonProps<Values>) {
  const values = useWatch({ control: form.control, disabled: !isComplete });
  const complete = !isComplete || isComplete({ ...form.getValues(), ...values });
  // Whether a pointer holds the button. Reset when the browser turns a touch into a scroll, or a second finger touches.
  const pressed = useRef(false);
  return (
    <Button
      tone="primary"
      type="submit"
      form={formId}
      disabled={!complete}
      pending={pending}
      onPointerDown={(event) => {
        pressed.current = event.isPrimary && event.button === 0;
        if (pressed.current) onPress();
      }}
      onPointerCancel={() => (pressed.current = false)}
      onTouchEnd={(event) => pressed.current && submitAtOnce(event)}
    >
      {children}
    </Button>
  );
}

/**
 * Submits on touchend. The browser fires the click only after six emulated mouse events, which take a phone as long as the
 * save itself.
 */
function submitAtOnce(event: TouchEvent<HTMLButtonElement>): void {
  const button = event.currentTarget;
  const touch = event.changedTouches[0];
  if (!touch || !event.cancelable || event.touches.length > 0 || button.disabled || button.ariaDisabled === 'true') return;
  const { left, right, top, bottom } = button.getBoundingClientRect();
  if (touch.clientX < left || touch.clientX > right || touch.clientY < top || touch.clientY > bottom) return;
  // Suppress the click, which would submit again.
  event.preventDefault();
  button.form?.requestSubmit(button);
}
