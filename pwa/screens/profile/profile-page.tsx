import type { ReactNode, Ref } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Icon } from '../../components/icon.tsx';
import { initials } from '../../components/initials.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { personName } from '../../people/person-name.ts';
import { SportBadges } from '../../people/sport-badges.tsx';
import { TEXTS } from './texts.ts';

export interface ProfilePageProps {
  heading?: Ref<HTMLHeadingElement>;
  person: {
    firstName: string | null;
    lastName: string | null;
    location: string | null;
    bio: string | null;
    sports: readonly string[] | null;
  };
  face: string | null;
  own?: boolean;
  action: ReactNode;
  /** The age of the data, if it comes from the server. */
  above?: ReactNode;
  chip?: ReactNode;
  notice?: string | undefined;
  /** Replaces About and Sports. */
  children?: ReactNode;
  /** After About and Sports. */
  below?: ReactNode;
}

/** Avatar, name and location, actions, then About and Sports & Disciplines. */
export function ProfilePage({ heading, person, face, own = false, action, above, chip, notice, children, below }: ProfilePageProps) {
  const { firstName, lastName, location, bio, sports } = person;
  // `personName` would call a person without a name 'Training Partner' on their own profile.
  const name = own && !firstName && !lastName ? TEXTS.own : personName(person);
  useDocumentTitle(name);
  return (
    <article className="max-w-[720px]">
      {above}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar size={72} own={own} src={face} initials={initials([firstName, lastName], own ? 'U' : 'T')} />
        <div className="min-w-0 flex-[1_1_180px] [overflow-wrap:anywhere]">
          <h1 {...(heading && { ref: heading })} tabIndex={-1}>
            <bdi>{name}</bdi>
          </h1>
          {location && (
            <p className="mt-1 flex items-center gap-1.5 text-ink-2">
              <Icon name="pin" size="small" />
              <bdi>{location}</bdi>
            </p>
          )}
        </div>
        {action}
      </div>
      {chip && <div className="mt-3 empty:hidden">{chip}</div>}
      {notice && (
        <p className="mt-4 flex items-start gap-2 text-15 text-ink-2">
          <Icon name="lock" size="small" className="mt-0.5" />
          {notice}
        </p>
      )}
      {children || (
        <>
          <section className="mt-8">
            <h2 className="border-b border-line pb-2">{TEXTS.about}</h2>
            <p className="mt-3 max-w-[60ch] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
              {bio || TEXTS.noBio[own ? 'own' : 'other']}
            </p>
          </section>
          <section className="mt-8">
            <h2 className="border-b border-line pb-2">{TEXTS.sports}</h2>
            <div className="mt-3">
              {sports && sports.length > 0 ? (
                <SportBadges sports={sports} />
              ) : (
                <p className="text-ink-2">{TEXTS.noSports[own ? 'own' : 'other']}</p>
              )}
            </div>
          </section>
        </>
      )}
      {below}
    </article>
  );
}
