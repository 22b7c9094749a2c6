import { Link } from 'react-router-dom';

/** A person's name, linked to their profile. */
export function ProfileLink({ userId, children }: { userId: string; children: string }) {
  return (
    <Link to={`/profile/${userId}`} className="-my-2 inline-block py-2 font-semi decoration-2 hover:underline">
      <bdi>{children}</bdi>
    </Link>
  );
}
