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
  /** Another label, where this is the only person on the screen. */
  label?: string;
  onAnswered: () => void;
}

/** Invites someone to be a training partner. Once there is a tie, shows its state, or Accept and Decline for their request. */
export function InviteButton({ person, tie, label, onAnswered, ...look }: InviteButtonProps) {
  const { invite } = useFriendshipActions();
  const [sending, setSending] = useState(false);
  // The focused button disappears; the chip that replaces it takes the focus.
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
