import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, type ButtonProps } from './button.tsx';

const TEXTS = { copied: 'Copied' } as const;

export interface CopyTextProps extends Pick<ButtonProps, 'tone' | 'icon' | 'className'> {
  text: string;
  /** Label of the button: 'Copy details'. */
  label: string;
  /** Label of the field with the selected text, for assistive technology: 'Details to copy'. */
  byHandLabel: string;
  onCopy?: () => void;
}

/** The only way to copy without https. It is deprecated, so browsers may remove it. */
const copySelected = (): boolean => 'execCommand' in document && document.execCommand('copy');

/** Copies a text. Where the browser has no clipboard (R195) or refuses, shows the text selected. */
export function CopyText({ text, label, byHandLabel, onCopy, ...button }: CopyTextProps) {
  const [state, setState] = useState<'offered' | 'copied' | 'shown' | 'shownAndCopied'>('offered');
  const show = () => {
    // Render synchronously: a page may copy the selection only in the task of the tap.
    flushSync(() => setState('shown'));
    onCopy?.();
    if (copySelected()) setState('shownAndCopied');
  };
  const copy = async () => {
    // Without https there is no clipboard.
    if (!('clipboard' in navigator)) return show();
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      onCopy?.();
    } catch {
      show();
    }
  };
  if (state === 'offered' || state === 'copied') {
    return (
      <Button {...button} onClick={() => void copy()}>
        {state === 'copied' ? TEXTS.copied : label}
      </Button>
    );
  }
  return (
    <div className="mt-2 w-full basis-full">
      <textarea
        readOnly
        autoFocus
        aria-label={byHandLabel}
        rows={4}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        className="input w-full"
      />
      <p role="status" className="text-15 text-ink-2">
        {state === 'shownAndCopied' && TEXTS.copied}
      </p>
    </div>
  );
}
