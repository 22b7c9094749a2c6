import type { EntityName } from '../../../api/contract/entities.ts';
import { cuesOf } from './apply-intent.ts';
import type { Fields } from './intent.ts';
import { DEFAULTS, KINDS } from './kinds.ts';
import { isExcused, type ModelRow, type ModelState, WHOLE_ROW } from './model-state.ts';

/** A row as one person's devices should hold it. */
export interface ShownRow {
  entity: EntityName;
  id: string;
  fields: Fields;
  mixed: ReadonlySet<string>;
  /** Fields that may have any value, or `WHOLE_ROW`: the row may be missing too. */
  excused: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
const MAY_BE_MISSING: ReadonlySet<string> = new Set([WHOLE_ROW]);

export interface PersonOfModel {
  userId: string;
  email: string;
}

/** Everything that a person's devices should hold, except conflicts, which have no id in the model. */
export function shownTo(state: ModelState, { userId }: PersonOfModel, people: readonly PersonOfModel[]): ShownRow[] {
  const own = [...state.rows.values()].filter((row) => ownerOfFeed(state, row) === userId).map((row) => whole(row, row.entity));
  const shown: ShownRow[] = [profileOf(state, userId), ...own];
  for (const friendship of state.friendships.values()) {
    const { userId: sender, friendId, status } = friendship;
    if (sender !== userId && friendId !== userId) continue;
    const other = people.find((one) => one.userId !== userId && [sender, friendId].includes(one.userId));
    if (!other) continue;
    const { fields, mixed, excused } = profileOf(state, other.userId);
    const isHidden = status !== 'accepted' && sender === userId;
    shown.push({
      entity: 'friendships',
      id: friendship.id,
      mixed,
      excused: renamed(excused, FRIEND_FIELDS),
      fields: {
        userId: sender,
        friendId,
        status,
        friendFirstName: fields['firstName'],
        friendLastName: fields['lastName'],
        friendEmail: isHidden ? null : other.email,
        friendProfileImageUrl: fields['profileImageUrl'],
      },
    });
    if (status === 'accepted') shown.push(...shownToPartner(state, other.userId));
  }
  return shown;
}

const FRIEND_FIELDS: Readonly<Record<string, string>> = {
  firstName: 'friendFirstName',
  lastName: 'friendLastName',
  profileImageUrl: 'friendProfileImageUrl',
};
const renamed = (fields: ReadonlySet<string>, names: Readonly<Record<string, string>>) =>
  new Set([...fields].map((field) => names[field] ?? field));

/** What a partner sees of a person: name, sessions with their comments and sets, the dogs that they name, and shown trials. */
function shownToPartner(state: ModelState, ownerId: string): ShownRow[] {
  const profile = profileOf(state, ownerId);
  const { bio, sports, ...open } = profile.fields;
  const isPublic = open['profileVisibility'] === 'public';
  const shown: ShownRow[] = [
    { ...profile, entity: 'people', fields: { ...open, bio: isPublic ? bio : null, sports: isPublic ? sports : null } },
  ];
  const sessions = [...state.rows.values()].filter((row) => row.entity === 'videos' && row.ownerId === ownerId);
  const named = new Map<string, boolean>();
  for (const session of sessions) {
    if (session.isDeleted && !isExcused(session, 'isDeleted')) continue;
    shown.push(whole(session, 'videos', isExcused(session, 'isDeleted')));
    const dogs = [session.fields['dogId'], session.formerDogId].filter((dogId) => typeof dogId === 'string');
    const isCertain = !isExcused(session, 'isDeleted') && !isExcused(session, 'dogId');
    for (const dogId of dogs) named.set(dogId, named.get(dogId) || (isCertain && dogId === session.fields['dogId']));
    for (const row of state.rows.values()) {
      if ((row.entity !== 'comments' && row.entity !== 'sets') || row.fields['videoId'] !== session.id) continue;
      const isUncertain = isExcused(row, 'isDeleted') || isExcused(session, 'isDeleted');
      if (!row.isDeleted || isUncertain) shown.push(whole(row, row.entity, isUncertain));
    }
  }
  for (const row of state.rows.values()) {
    if (row.entity !== 'trials' || row.ownerId !== ownerId) continue;
    const isUncertain = isExcused(row, 'isDeleted') || isExcused(row, 'shownToPartners');
    if ((!row.isDeleted && row.fields['shownToPartners'] === true) || isUncertain) shown.push(whole(row, 'trials', isUncertain));
  }
  for (const [dogId, isCertain] of named) {
    const dog = state.rows.get(dogId);
    if (!dog || (dog.isDeleted && !isExcused(dog, 'isDeleted'))) continue;
    const { name, image } = dog.fields;
    const excused = isCertain && !isExcused(dog, 'isDeleted') ? dog.excused : MAY_BE_MISSING;
    shown.push({ entity: 'partnerDogs', id: dogId, fields: { name, image, ownerId: dog.ownerId }, mixed: dog.mixed, excused });
  }
  // A session that names a dog only perhaps, such as one that a restored server may have lost.
  for (const row of state.rows.values()) {
    if (row.entity !== 'dogs' || row.ownerId !== ownerId || named.has(row.id)) continue;
    if (sessions.some((session) => isExcused(session, 'dogId')))
      shown.push({ entity: 'partnerDogs', id: row.id, fields: {}, mixed: NONE, excused: MAY_BE_MISSING });
  }
  return shown;
}

/** The person in whose own feed a row is: a comment is in that of the session's owner. */
function ownerOfFeed({ rows }: ModelState, row: ModelRow): string {
  if (row.entity === 'profile') return '';
  return row.entity === 'comments' ? (rows.get(String(row.fields['videoId']))?.ownerId ?? '') : row.ownerId;
}

function profileOf({ rows }: ModelState, userId: string): ShownRow {
  const row = rows.get(userId);
  return row
    ? { entity: 'profile', id: userId, fields: row.fields, mixed: row.mixed, excused: row.excused }
    : { entity: 'profile', id: userId, fields: { ...DEFAULTS.profile }, mixed: NONE, excused: NONE };
}

function whole(row: ModelRow, entity: EntityName, isUncertain = false): ShownRow {
  const { id, ownerId, isDeleted, mixed, excused } = row;
  const owner = entity === 'comments' ? { userId: ownerId } : { ownerId };
  const cues = row.entity === 'programs' ? { cues: cuesOf(row) } : {};
  const fields = { ...row.fields, ...cues, ...owner, isDeleted };
  return { entity, id, fields, mixed, excused: isUncertain ? new Set([...excused, WHOLE_ROW]) : excused };
}

/** Fields of a served row that the model knows, in the model's form. */
export function asModelled(entity: EntityName, served: Fields): Fields {
  const known = [...Object.keys(DEFAULTS[entity] ?? {}), ...Object.keys(KINDS[entity] ?? {}), ...EXTRA_FIELDS];
  const fields = Object.fromEntries(Object.entries(served).filter(([field]) => known.includes(field)));
  if ('deletedAt' in served) fields['isDeleted'] = served['deletedAt'] !== null;
  if (entity === 'videos') fields['hasFile'] = served['videoUrl'] !== null;
  if (entity === 'programs') fields['cues'] = inOrder(served['cues'] as { cueId: string; orderIndex: number }[]);
  if (entity === 'plans') fields['exercises'] = (served['exercises'] as Fields[]).map((exercise) => pick(exercise, ['id', 'exercise']));
  if (entity === 'people') Object.assign(fields, pick(served, Object.keys(DEFAULTS.profile ?? {})));
  if (entity === 'partnerDogs') Object.assign(fields, pick(served, ['name', 'image']));
  return fields;
}

const EXTRA_FIELDS = [
  'ownerId',
  'userId',
  'friendId',
  'status',
  'friendFirstName',
  'friendLastName',
  'friendEmail',
  'friendProfileImageUrl',
  'videoId',
  'content',
  'importedFromId',
];

const pick = (fields: Fields, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));

const inOrder = (cues: readonly { cueId: string; orderIndex: number }[]) =>
  cues.toSorted((a, b) => a.orderIndex - b.orderIndex).map(({ cueId }) => cueId);
