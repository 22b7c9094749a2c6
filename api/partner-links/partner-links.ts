import { and, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm';
import { LINK_ENDED } from '../contract/entities/friendship.ts';
import { PARTNER_LINK_DAYS, PARTNER_LINKS_MAX, WAITLIST_KEPT_DAYS } from '../contract/limits.ts';
import type { NewPartnerLink, OpenedLink, PartnerLink } from '../contract/partner-links.ts';
import { ACCESS_COLUMNS, accessOf } from '../auth/signed-in.ts';
import { hashToken, newToken } from '../auth/tokens.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { betaAccess } from '../db/tables/auth.ts';
import { partnerLinks, users } from '../db/tables/people.ts';
import { Refusal } from '../errors.ts';
import { isVisibleTo } from '../routes/partners.ts';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;
const OWN_LINK = 'This is your own link';
const HAS_ACCESS = 'You have beta access: accept the invitation instead';

type Row = typeof partnerLinks.$inferSelect;

/** A link that someone has the secret of. */
export interface FoundLink {
  id: string;
  ownerId: string;
  /** It makes the two partners at once. */
  isDirect: boolean;
}

export const linkEnded = () => new Refusal('not_found', LINK_ENDED);
export const ownLink = () => new Refusal('invalid', OWN_LINK, { fields: { secret: OWN_LINK } });

/** Makes a link. Beyond `PARTNER_LINKS_MAX`, the oldest links of the person end. */
export async function makeLink({ db, now, newId, randomBytes }: Services, ownerId: string): Promise<NewPartnerLink> {
  const [request, partner] = [newToken(randomBytes), newToken(randomBytes)];
  const createdAt = now();
  const link = { id: newId(), createdAt, expiresAt: new Date(createdAt.getTime() + PARTNER_LINK_DAYS * DAY_MS) };
  await db.transaction(async (tx) => {
    const older = tx
      .select({ id: partnerLinks.id })
      .from(partnerLinks)
      .where(and(eq(partnerLinks.ownerId, ownerId), isNull(partnerLinks.keptBy)))
      .orderBy(desc(partnerLinks.createdAt), desc(partnerLinks.id))
      .offset(PARTNER_LINKS_MAX - 1);
    await tx.delete(partnerLinks).where(inArray(partnerLinks.id, older));
    await tx.insert(partnerLinks).values({ ...link, ownerId, requestHash: hashToken(request), partnerHash: hashToken(partner) });
  });
  return { ...answerOf({ ...link, keptBy: null }), secrets: { request, partner } };
}

/** Unused links of the person, kept ones included, the newest first. */
export async function listLinks({ db, now }: Pick<Services, 'db' | 'now'>, ownerId: string): Promise<PartnerLink[]> {
  const found = await db
    .select({
      id: partnerLinks.id,
      createdAt: partnerLinks.createdAt,
      expiresAt: partnerLinks.expiresAt,
      keptBy: partnerLinks.keptBy,
    })
    .from(partnerLinks)
    .where(and(eq(partnerLinks.ownerId, ownerId), gt(partnerLinks.expiresAt, now())))
    .orderBy(desc(partnerLinks.createdAt), desc(partnerLinks.id));
  return found.map(answerOf);
}

/** @throws Refusal 404 if the link is not the person's own, or used */
export async function revokeLink(db: Queryable, ownerId: string, id: string): Promise<void> {
  const own = and(eq(partnerLinks.id, id), eq(partnerLinks.ownerId, ownerId));
  const revoked = await db.delete(partnerLinks).where(own).returning({ id: partnerLinks.id });
  if (revoked.length === 0) throw linkEnded();
}

/** The link with this secret; null if there is none, or if it has expired. */
export async function findLink(db: Queryable, secret: string, now: Date): Promise<FoundLink | null> {
  const hash = hashToken(secret);
  const [found] = await db
    .select({ id: partnerLinks.id, ownerId: partnerLinks.ownerId, partnerHash: partnerLinks.partnerHash })
    .from(partnerLinks)
    .where(and(or(eq(partnerLinks.requestHash, hash), eq(partnerLinks.partnerHash, hash)), gt(partnerLinks.expiresAt, now)));
  if (!found?.partnerHash) return null;
  return { id: found.id, ownerId: found.ownerId, isDirect: Buffer.compare(found.partnerHash, hash) === 0 };
}

/** Whose link this is. @throws Refusal 404 if it has ended, or if its person is not there for the reader */
export async function openLink({ db, now }: Pick<Services, 'db' | 'now'>, readerId: string, secret: string): Promise<OpenedLink> {
  return describe(db, readerId, await findLink(db, secret, now()));
}

/**
 * Keeps a link for a person without beta access, for as long as the waitlist keeps addresses. From then on its secrets say nothing.
 * @throws Refusal 404 as `openLink`, 400 for one's own, 409 for a person with beta access
 */
export function keepLink({ db, env, now }: Pick<Services, 'db' | 'env' | 'now'>, keeperId: string, secret: string): Promise<OpenedLink> {
  return db.transaction(async (tx) => {
    // A grant that comes meanwhile waits for this lock, and then finds the link; or it is read here.
    await lockPerson(tx, keeperId);
    const [keeper] = await tx
      .select(ACCESS_COLUMNS)
      .from(users)
      .leftJoin(betaAccess, eq(betaAccess.email, users.email))
      .where(eq(users.id, keeperId));
    if (!keeper || accessOf(keeper, env).hasBetaAccess) throw new Refusal('conflict', HAS_ACCESS);
    const link = await findLink(tx, secret, now());
    const opened = await describe(tx, keeperId, link);
    if (!link || opened.isOwn) throw ownLink();
    await tx.delete(partnerLinks).where(and(eq(partnerLinks.keptBy, keeperId), eq(partnerLinks.ownerId, link.ownerId)));
    const kept = await tx
      .update(partnerLinks)
      .set({
        keptBy: keeperId,
        isDirect: link.isDirect,
        requestHash: null,
        partnerHash: null,
        expiresAt: new Date(now().getTime() + WAITLIST_KEPT_DAYS * DAY_MS),
      })
      .where(and(eq(partnerLinks.id, link.id), isNull(partnerLinks.keptBy)))
      .returning({ id: partnerLinks.id });
    if (kept.length === 0) throw linkEnded();
    return opened;
  });
}

/** Others that lock the same person wait until this transaction ends. */
export const lockPerson = (tx: Transaction, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');

/** Uses a link up. @returns false if someone else has just done so */
export async function spendLink(tx: Transaction, { id }: FoundLink): Promise<boolean> {
  const unused = and(eq(partnerLinks.id, id), isNull(partnerLinks.keptBy));
  return (await tx.delete(partnerLinks).where(unused).returning({ id: partnerLinks.id })).length > 0;
}

/** Deletes links that had expired at `agesUntil`. */
export async function sweepPartnerLinks({ db }: Pick<Services, 'db'>, agesUntil: Date): Promise<void> {
  await db.delete(partnerLinks).where(lt(partnerLinks.expiresAt, agesUntil));
}

async function describe(db: Queryable, readerId: string, link: FoundLink | null): Promise<OpenedLink> {
  if (!link || !(await isVisibleTo(db, link.ownerId, readerId))) throw linkEnded();
  const [owner] = await db.select({ firstName: users.firstName }).from(users).where(eq(users.id, link.ownerId));
  if (!owner) throw linkEnded();
  return { ...owner, isDirect: link.isDirect, isOwn: link.ownerId === readerId };
}

const answerOf = ({ id, createdAt, expiresAt, keptBy }: Pick<Row, 'id' | 'createdAt' | 'expiresAt' | 'keptBy'>): PartnerLink => ({
  id,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  isKept: keptBy !== null,
});
