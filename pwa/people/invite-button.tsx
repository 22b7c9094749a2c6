import { useRef, useState } from 'react';
import type { Person } from '../../api/contract/entities/user.ts';
import type { Tie } from '../../sync/queries/friendships.ts';
import { Button, type ButtonProps } from '../components/button.tsx';
import { personName } from './person-name.ts';
import { PEOPLE_TEXTS as TEXTS } from './texts.ts';
import { TieChips } from './tie-chips.tsx';
import { useFriendshipActions } from './use-friendship-actions.ts';

export interface InviteButtonProps extends Pick<ButtonProps, 'tone' | 'icon'> {
  person: Person;
  tie: Tie | null;
  /** Other words for it, where the person stands on the screen alone. */
  label?: string;
  onAnswered: () => void;
}

/** Asks somebody to be a training partner; once there is something between the two, says what, and what they ask is answered. */
export function InviteButton({ person, tie, label, onAnswered, ...look }: InviteButtonProps) {
  const { invite } = useFriendshipActions();
  const [sending, setSending] = useState(false);
  // The button goes with the focus on it: the chip in its place takes it over.
  const pressed = useRef(false);

  const send = async () => {
    if (sending) return;
    pressed.current = true;
    setSending(true);
    await invite(person);
    setSending(false);
  };
  const takeFocus = (chip: HTMLElement | null) => {
    if (!chip || !pressed.current) return;
    pressed.current = false;
    chip.focus();
  };

  if (tie && !sending) return <TieChips ref={takeFocus} tie={tie} onAnswered={onAnswered} />;
  return (
    <Button
      {...look}
      aria-label={sending || label ? undefined : TEXTS.inviteOf(personName(person))}
      pending={sending && TEXTS.inviting}
      onClick={() => void send()}
    >
      {label ?? TEXTS.invite}
    </Button>
  );
}
