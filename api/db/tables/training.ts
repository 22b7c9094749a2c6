import { sql } from 'drizzle-orm';
import { boolean, date, doublePrecision, foreignKey, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { DerivedKind } from '../../contract/derived-kind.ts';
import type { PlannedExercise } from '../../contract/entities/plan.ts';
import { DISTRACTIONS } from '../../contract/entities/set.ts';
import { at, row, words } from './columns.ts';
import { users } from './people.ts';

export const dogs = pgTable(
  'dogs',
  {
    ...row,
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    breed: text('breed').notNull(),
    birthdate: date('birthdate').notNull(),
    titles: text('titles').array().notNull(),
    image: text('image'),
    notes: text('notes').notNull(),
    retiredAt: at('retired_at'),
  },
  (table) => [
    index('dogs_owner').on(table.ownerId, table.createdAt, table.id).where(sql`deleted_at is null`),
    index('dogs_image').on(table.image).where(sql`image is not null`),
    index('dogs_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const videos = pgTable(
  'videos',
  {
    ...row,
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    dogId: uuid('dog_id'),
    weather: text('weather'),
    surface: text('surface'),
    place: text('place'),
    videoUrl: text('video_url'),
    thumbnailUrl: text('thumbnail_url').notNull(),
    mediaType: text('media_type'),
    durationSeconds: doublePrecision('duration_seconds'),
    derived: text('derived').array().$type<DerivedKind[]>().notNull().default(sql`'{}'`),
    shared: boolean('shared').notNull(),
    showsResults: boolean('shows_results').notNull().default(false),
    /** Hidden from everyone but its owner after a report (R380). */
    takenDown: boolean('taken_down').notNull().default(false),
    /** The public link is off until a report is decided. */
    linkPaused: boolean('link_paused').notNull().default(false),
    trainedAt: at('trained_at').notNull(),
    trainedZone: text('trained_zone').notNull(),
    /** The day of trainedAt in trainedZone, so training days can be counted without zone data. */
    trainedDay: date('trained_day').notNull(),
    /** The deleted dog of this session; restoring the dog brings its name back. */
    formerDogId: uuid('former_dog_id'),
  },
  (table) => [
    foreignKey({ columns: [table.dogId], foreignColumns: [dogs.id] }),
    index('videos_owner').on(table.ownerId, table.trainedAt, table.id).where(sql`deleted_at is null`),
    index('videos_dog').on(table.dogId, table.trainedDay).where(sql`dog_id is not null`),
    index('videos_former_dog').on(table.formerDogId).where(sql`former_dog_id is not null`),
    index('videos_video_url').on(table.videoUrl).where(sql`video_url is not null`),
    index('videos_thumbnail_url').on(table.thumbnailUrl).where(sql`thumbnail_url <> ''`),
    index('videos_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    // Visitors' queries use only these indexes, so they cannot tell an unshared session from one that never existed.
    index('videos_shared').on(table.id).where(sql`shared and deleted_at is null`),
    index('videos_shared_video_url').on(table.videoUrl).where(sql`shared and deleted_at is null`),
    index('videos_shared_thumbnail_url').on(table.thumbnailUrl).where(sql`shared and deleted_at is null`),
  ],
);

export const comments = pgTable(
  'comments',
  {
    id: row.id,
    videoId: uuid('video_id')
      .notNull()
      .references(() => videos.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    content: text('content').notNull(),
    createdAt: row.createdAt,
    deletedAt: row.deletedAt,
    version: row.version,
  },
  (table) => [
    index('comments_video').on(table.videoId, table.createdAt, table.id).where(sql`deleted_at is null`),
    // Includes deleted comments: purging a session deletes them, and the foreign key looks them up.
    index('comments_any_of_video').on(table.videoId),
    index('comments_author').on(table.userId, table.createdAt, table.id),
    index('comments_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const sets = pgTable(
  'sets',
  {
    ...row,
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    videoId: uuid('video_id')
      .notNull()
      .references(() => videos.id),
    /** Without a reference: the exercise keeps its name when the cue is purged. */
    cueId: uuid('cue_id'),
    exercise: text('exercise').notNull(),
    step: text('step'),
    distanceM: doublePrecision('distance_m'),
    durationS: doublePrecision('duration_s'),
    count: integer('count'),
    countWord: text('count_word'),
    distraction: text('distraction', { enum: DISTRACTIONS }),
    hitMeans: text('hit_means'),
    repsAsked: integer('reps_asked').notNull(),
    startedAt: at('started_at').notNull(),
    position: integer('position').notNull(),
    reps: text('reps').array().notNull(),
    struck: text('struck').array().notNull(),
  },
  (table) => [
    index('sets_owner').on(table.ownerId, table.createdAt, table.id).where(sql`deleted_at is null`),
    // Includes deleted sets: purging a session deletes them, and the foreign key looks them up.
    index('sets_any_of_video').on(table.videoId),
    index('sets_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const cues = pgTable(
  'cues',
  {
    ...row,
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    sport: text('sport').notNull(),
    difficulty: text('difficulty', { enum: ['beginner', 'intermediate', 'advanced'] }).notNull(),
    description: text('description').notNull(),
    steps: text('steps').array().notNull(),
    visibility: text('visibility', { enum: ['private', 'friends', 'public'] }).notNull(),
    importedFromId: uuid('imported_from_id'),
    /** Private, and kept so, after a report (R380). */
    takenDown: boolean('taken_down').notNull().default(false),
    /**
     * Keeps the public cues of removed people out of the indexes of public ones, so that lists need not read past them. A
     * trigger on `users` writes it (docs/decisions/0106).
     */
    ownerRemoved: boolean('owner_removed').notNull().default(false),
    /** Words of the name and the description. */
    searchWords: words('search_words').notNull().default(sql`''`),
  },
  (table) => [
    index('cues_owner').on(table.ownerId, table.createdAt, table.id).where(sql`deleted_at is null`),
    index('cues_public').on(table.createdAt, table.id).where(sql`visibility = 'public' and deleted_at is null and not owner_removed`),
    index('cues_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('cues_public_search')
      .using('gin', table.searchWords)
      .where(sql`visibility = 'public' and deleted_at is null and not owner_removed`),
    // For the trigger, when the owner gets access again.
    index('cues_owner_removed').on(table.ownerId).where(sql`owner_removed`),
  ],
);

export const plans = pgTable(
  'plans',
  {
    ...row,
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    /** Without references: a plan outlives its dog and its sessions. */
    dogId: uuid('dog_id'),
    day: date('day').notNull(),
    exercises: jsonb('exercises').$type<PlannedExercise[]>().notNull(),
    note: text('note'),
    videoIds: text('video_ids').array().notNull(),
    done: text('done').array().notNull(),
  },
  (table) => [
    index('plans_owner').on(table.ownerId, table.createdAt, table.id).where(sql`deleted_at is null`),
    index('plans_day').on(table.ownerId, table.day).where(sql`deleted_at is null`),
    index('plans_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const trials = pgTable(
  'trials',
  {
    ...row,
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    /** Without a reference: a trial outlives its dog. */
    dogId: uuid('dog_id'),
    name: text('name').notNull(),
    day: date('day').notNull(),
    place: text('place'),
    level: text('level'),
    entryCloses: date('entry_closes'),
    result: text('result'),
    points: doublePrecision('points'),
    titleWon: text('title_won'),
    shownToPartners: boolean('shown_to_partners').notNull(),
  },
  (table) => [
    index('trials_owner').on(table.ownerId, table.createdAt, table.id).where(sql`deleted_at is null`),
    index('trials_day').on(table.ownerId, table.day).where(sql`deleted_at is null`),
    index('trials_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const programs = pgTable(
  'programs',
  {
    ...row,
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    dogId: uuid('dog_id'),
    goal: text('goal'),
    cues: jsonb('cues').$type<{ cueId: string; orderIndex: number }[]>().notNull(),
    formerDogId: uuid('former_dog_id'),
  },
  (table) => [
    index('programs_owner').on(table.ownerId, table.createdAt, table.id).where(sql`deleted_at is null`),
    index('programs_dog').on(table.dogId).where(sql`dog_id is not null`),
    index('programs_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('programs_former_dog').on(table.formerDogId).where(sql`former_dog_id is not null`),
  ],
);

/** Values overwritten by a later change, for their author to restore. */
export const conflicts = pgTable(
  'conflicts',
  {
    id: row.id,
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    entity: text('entity').notNull(),
    entityId: uuid('entity_id').notNull(),
    field: text('field').notNull(),
    /** JSON values are wrapped as {value}, since a bare null would become SQL NULL. */
    kept: jsonb('kept').$type<{ value: unknown }>().notNull(),
    other: jsonb('other').$type<{ value: unknown }>().notNull(),
    createdAt: row.createdAt,
    deletedAt: row.deletedAt,
    version: row.version,
  },
  (table) => [
    index('conflicts_owner').on(table.ownerId),
    index('conflicts_row').on(table.entityId),
    index('conflicts_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);
