import { useState } from 'react';
import { Button, type ButtonProps } from '../../components/button.tsx';

export interface ActButtonProps extends Pick<ButtonProps, 'tone' | 'children'> {
  label: string;
  /** Stands on it until the answer, and then until the list that was read anew lacks its line. */
  doing: string;
  /** Resolves with whether it was done. */
  act: () => Promise<boolean>;
  /** The list could not be read anew. */
  stale: boolean;
}

/** Does something to one line of a list of the server. */
export function ActButton({ label, doing, act, stale, ...look }: ActButtonProps) {
  const [state, setState] = useState<'idle' | 'doing' | 'done'>('idle');
  const pending = state === 'doing' || (state === 'done' && !stale);
  const press = async () => {
    setState('doing');
    setState((await act()) ? 'done' : 'idle');
  };
  return <Button {...look} className="ms-auto" aria-label={pending ? undefined : label} pending={pending && doing} onClick={() => void press()} />;
}
