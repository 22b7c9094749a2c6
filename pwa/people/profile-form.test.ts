import { describe, expect, it } from 'vitest';
import type { Profile } from '../../api/contract/entities/user.ts';
import { formOf, patchOf, ProfileFormSchema } from './profile-form.ts';

const profile: Profile = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'kate@example.org',
  firstName: null,
  lastName: 'Ellison',
  bio: '',
  location: null,
  sports: ['Tracking', 'Agility'],
  profileVisibility: 'private',
  profileImageUrl: null,
  isAdult: true,
  version: 3,
};

describe('profile form', () => {
  it('shows a profile as form values', () => {
    expect(formOf(profile)).toEqual({
      firstName: '',
      lastName: 'Ellison',
      bio: '',
      location: '',
      sports: ['Agility', 'Tracking'],
      isPublic: false,
    });
  });

  it('requires both names with the specified message, and treats spaces as missing', () => {
    const words = (values: object) =>
      ProfileFormSchema.safeParse({ ...formOf(profile), ...values }).error?.issues.map(({ message }) => message);
    expect(words({ firstName: '  ' })).toEqual(['First name and last name are required']);
    expect(words({ firstName: 'Kate', lastName: '' })).toEqual(['First name and last name are required']);
    expect(words({ firstName: 'Kate' })).toBeUndefined();
  });

  it('sends only changed fields, trimmed', () => {
    const values = { ...formOf(profile), firstName: ' Kate ', bio: ' Tracks. ', sports: ['Tracking', 'Rally', 'Agility'], isPublic: true };
    expect(patchOf(values, ['firstName', 'bio', 'sports', 'isPublic'])).toEqual({
      firstName: 'Kate',
      bio: 'Tracks.',
      sports: ['Agility', 'Rally', 'Tracking'],
      profileVisibility: 'public',
    });
    expect(patchOf({ ...formOf(profile), location: '' }, ['location'])).toEqual({ location: null });
    expect(patchOf(formOf(profile), [])).toEqual({});
  });
});
