import { Link } from 'react-router-dom';
import type { Person } from '../../../api/contract/entities/user.ts';
import { PROFILE_CARD_SPORTS } from '../../../api/contract/limits.ts';
import { Avatar } from '../../components/avatar.tsx';
import { personInitials, personName } from '../../people/person-name.ts';
import { SportBadges } from '../../people/sport-badges.tsx';

/** A trainer: name, location, two lines of the bio, three sports (R75). Links to the profile. */
export function PersonCard({ person }: { person: Person }) {
  return (
    <article className="relative flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4 [overflow-wrap:anywhere] hover:border-control">
      <div className="flex items-center gap-3">
        <Avatar size={48} src={person.profileImageUrl} initials={personInitials(person)} />
        <div className="min-w-0 leading-[1.3]">
          <h2 className="text-17">
            {/* The whole card is the link's hit area; the name is its label. */}
            <Link to={`/profile/${person.id}`} className="after:absolute after:inset-0 after:rounded-card">
              <bdi>{personName(person)}</bdi>
            </Link>
          </h2>
          {person.location && (
            <p className="text-15 text-ink-3">
              <bdi>{person.location}</bdi>
            </p>
          )}
        </div>
      </div>
      {person.bio && (
        <p dir="auto" className="line-clamp-2 text-ink-2">
          {person.bio}
        </p>
      )}
      {person.sports && person.sports.length > 0 && <SportBadges sports={person.sports} most={PROFILE_CARD_SPORTS} />}
    </article>
  );
}
