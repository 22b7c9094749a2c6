import type { ReactNode } from 'react';
import { Avatar } from '../components/avatar.tsx';
import { formatShortDate } from '../dates/format-date.ts';
import { AnswerButtons, type AnswerButtonsProps } from './answer-buttons.tsx';
import { partnerInitials, partnerName } from './person-name.ts';
import { PEOPLE_TEXTS as TEXTS } from './texts.ts';

export interface RequestLineProps extends AnswerButtonsProps {
  /** Replaces the plain name, such as with a link to the profile. */
  name?: ReactNode;
}

/** A list item for a partner request, with Accept and Decline; it leaves the list once answered. */
export function RequestLine({ name, ...answering }: RequestLineProps) {
  const { request } = answering;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar size={48} src={request.friendProfileImageUrl} initials={partnerInitials(request)} />
      <div className="min-w-0 flex-[1_1_120px] leading-[1.3] [overflow-wrap:anywhere]">
        {name ?? (
          <b className="block font-semi">
            <bdi>{partnerName(request)}</bdi>
          </b>
        )}
        <span className="block text-15 text-ink-3">{request.createdAt ? formatShortDate(request.createdAt) : TEXTS.recently}</span>
      </div>
      <div className="max-sm:ms-15">
        <AnswerButtons {...answering} />
      </div>
    </li>
  );
}
