import type { Friendship } from '../../api/contract/entities/friendship.ts';
import { initials } from '../components/initials.ts';
import { PEOPLE_TEXTS } from './texts.ts';

interface Named {
  firstName: string | null;
  lastName: string | null;
}

/** A person's name, otherwise 'Training Partner' (R29). */
export const personName = ({ firstName, lastName }: Named): string =>
  [firstName, lastName].filter(Boolean).join(' ') || PEOPLE_TEXTS.nameless;

/** A partner's name, otherwise the email, otherwise 'Training Partner' (R29). */
export const partnerName = ({ friendFirstName, friendLastName, friendEmail }: Friendship): string =>
  [friendFirstName, friendLastName].filter(Boolean).join(' ') || friendEmail || PEOPLE_TEXTS.nameless;

/** Initials of another person, otherwise 'T' (R29). */
export const personInitials = ({ firstName, lastName }: Named) => initials([firstName, lastName], 'T');

export const partnerInitials = ({ friendFirstName, friendLastName }: Friendship) => initials([friendFirstName, friendLastName], 'T');
