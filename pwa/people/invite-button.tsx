import { useRef, useState } from 'react';
import type { Person } from '../../api/contract/entities/user.ts';
import type { Partnership } from '../../sync/queries/partnerships.ts';
import { useIsMinor } from '../age/use-is-minor.ts';
import { Button, type ButtonProps } from '../components/button.tsx';
import { personName } from './person-name.ts';
import { PEOPLE_TEXTS as TEXTS } from './texts.ts';
import { PartnershipStatus } from './partnership-status.tsx';
import { usePartnershipActions } from './use-partnership-actions.ts';

export interface InviteButtonProps extends Pick<ButtonProps, 'tone' | 'icon'> {
  person: Person;
  partnership: Partnership | null;
  /** Replaces the default label on a screen that shows only this person. */
  label?: string;
  onAnswered: () => void;
}

/**
 * Invites someone to be a training partner. An existing partnership is shown instead, and a request can be answered. Under 18,
 * partners come by link only.
 */
export function InviteButton({ person, partnership, label, onAnswered, ...look }: InviteButtonProps) {
  const { invite } = usePartnershipActions();
  const [sending, setSending] = useState(false);
  const isMinor = useIsMinor();
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

  if (partnership && !sending) return <PartnershipStatus ref={takeFocus} partnership={partnership} onAnswered={onAnswered} />;
  if (isMinor) return null;
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
