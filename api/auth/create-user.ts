import type { Transaction } from '../db/database.ts';
import { users } from '../db/tables/people.ts';
import { openFeeds } from '../feeds/open-feeds.ts';
import type { Services } from '../services.ts';

export interface NewUser {
  /** Verified, with A to Z in lower case (R14); null if unverified. */
  email: string | null;
  firstName?: string | null;
  lastName?: string | null;
  isAdmin?: boolean;
}

/** Adds a person and opens their three feeds, with their own record and their public profile as the first entries. */
export async function createUser(services: Services, tx: Transaction, person: NewUser): Promise<string> {
  const now = services.now();
  const id = services.newId();
  await tx.insert(users).values({
    id,
    email: person.email,
    firstName: person.firstName ?? null,
    lastName: person.lastName ?? null,
    isAdmin: person.isAdmin ?? false,
    createdAt: now,
    updatedAt: now,
  });
  await openFeeds(tx, services, id);
  return id;
}
