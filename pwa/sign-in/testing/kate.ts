import type { SignedInUser } from '../../../api/contract/entities/user.ts';

/** A tester who is signed in. */
export const KATE: SignedInUser = {
  id: '3f0a4bde-6c1a-4b62-8a53-0a2f4f6f2a11',
  email: 'kate@example.org',
  firstName: 'Kate',
  lastName: 'Ellison',
  bio: '',
  location: null,
  sports: [],
  profileVisibility: 'private',
  profileImageUrl: null,
  version: 1,
  isAdmin: false,
};
