import { useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export interface ActButtonProps extends Pick<ButtonProps, 'tone' | 'className' | 'children'> {
  label: string;
  /** Label from the tap until the refreshed list no longer has this entry. */
  doing: string;
  /** Resolves with whether the action succeeded. */
  act: () => Promise<boolean>;
  /** True if the list could not be refreshed. */
  stale: boolean;
}

/** A button that acts on one entry of a server list. */
export function ActButton({ label, doing, act, stale, ...look }: ActButtonProps) {
  const [state, setState] = useState<'idle' | 'doing' | 'done'>('idle');
  const pending = state === 'doing' || (state === 'done' && !stale);
  const press = async () => {
    setState('doing');
    setState((await act()) ? 'done' : 'idle');
  };
  return <Button {...look} aria-label={pending ? undefined : label} pending={pending && doing} onClick={() => void press()} />;
}
