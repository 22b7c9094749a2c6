import { expect, it } from 'vitest';
import { SignedInUser } from '../../api/contract/entities/user.ts';
import { isSignedInUser } from './signed-in-user.ts';

const kate: SignedInUser = {
  id: '3f0a4bde-6c1a-4b62-8a53-0a2f4f6f2a11',
  email: 'kate@example.org',
  firstName: 'Kate',
  lastName: null,
  bio: '',
  location: 'Devon',
  sports: ['Obedience'],
  profileVisibility: 'private',
  profileImageUrl: null,
  version: 1,
  isAdmin: false,
};

it('accepts exactly what the contract accepts, whatever a field holds', () => {
  const strange = [undefined, null, '', 'x', 0, 1.5, true, [], ['Agility'], [1], {}, 'public', '3F0A4BDE-6C1A-4B62-8A53-0A2F4F6F2A11'];
  const fields = Object.keys(SignedInUser.shape);
  const people: unknown[] = [
    kate,
    null,
    'kate',
    [],
    {},
    ...fields.flatMap((field) => strange.map((value) => ({ ...kate, [field]: value }))),
  ];
  const differ = people.filter((person) => isSignedInUser(person) !== SignedInUser.safeParse(person).success);
  expect(differ).toEqual([]);
  expect(people.filter(isSignedInUser).length).toBeGreaterThan(fields.length);
});
