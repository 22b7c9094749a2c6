import { useRef } from 'react';
import type { FoundPerson } from '../../../api/contract/entities/user.ts';
import type { Partnership } from '../../../sync/queries/partnerships.ts';
import { Avatar } from '../../components/avatar.tsx';
import { InviteButton } from '../../people/invite-button.tsx';
import { personInitials, personName } from '../../people/person-name.ts';
import { TEXTS } from './texts.ts';

/** A search result: the person, their dogs, and an invite button. */
export function FoundLine({ person, partnership }: { person: FoundPerson; partnership: Partnership | null }) {
  const name = useRef<HTMLElement>(null);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar size={48} src={person.profileImageUrl} initials={personInitials(person)} />
      <div className="min-w-0 flex-[1_1_120px] leading-[1.3] [overflow-wrap:anywhere]">
        <b ref={name} tabIndex={-1} className="block font-semi">
          <bdi>{personName(person)}</bdi>
        </b>
        {person.dogNames.length > 0 && <span className="block text-15 text-ink-2">{TEXTS.inviteDialog.dogs(person.dogNames)}</span>}
        {person.location && (
          <span className="block text-15 text-ink-3">
            <bdi>{person.location}</bdi>
          </span>
        )}
      </div>
      <InviteButton person={person} partnership={partnership} onAnswered={() => name.current?.focus()} />
    </li>
  );
}
