import * as z from 'zod/mini';
import { CommentCreate } from '../entities/comment.ts';
import { CueCreate } from '../entities/cue.ts';
import { DogCreate, DogPatch } from '../entities/dog.ts';
import { PlanCreate } from '../entities/plan.ts';
import { ProgramCreate } from '../entities/program.ts';
import { SetCreate } from '../entities/set.ts';
import { TrialCreate } from '../entities/trial.ts';
import { ProfilePatch } from '../entities/user.ts';
import { VideoCreate } from '../entities/video.ts';
import { PROGRAM_CUES_MAX } from '../limits.ts';
import { id, newRowId } from '../text.ts';
import type { ExportedEntity } from '../row-policies.ts';

/** The path of a file in the export. */
const file = z.nullable(z.string().check(z.regex(/^media\//)));

const { firstName, lastName, ...profile } = ProfilePatch.shape;
// Whose cue a copy was made from is not the person's own.
const { importedFromId: _, ...cue } = CueCreate.shape;

/**
 * One line of each file in `data/`: fields that a person can set, and so what a create takes. Moments of changes and versions are
 * left out, so that the same rows give the same lines on every server. `json-schemas.ts` is made from this.
 */
export const EXPORTED_SCHEMAS = {
  // Both names are empty until their person has entered them.
  profile: z.object({ ...profile, firstName: z.nullable(firstName), lastName: z.nullable(lastName), profileImageUrl: file }),
  dogs: z.extend(DogCreate, { retiredAt: DogPatch.shape.retiredAt, image: file }),
  cues: z.object({ ...cue, id: z.optional(newRowId) }),
  programs: z.extend(ProgramCreate, { cueIds: z.array(id).check(z.maxLength(PROGRAM_CUES_MAX)) }),
  videos: z.extend(VideoCreate, { videoUrl: file, thumbnailUrl: file }),
  comments: z.extend(CommentCreate, { videoId: id }),
  sets: SetCreate,
  plans: PlanCreate,
  trials: TrialCreate,
} as const satisfies Record<ExportedEntity, z.ZodMiniObject>;

/** The JSON Schema of each, by the name of its file. */
export const jsonSchemas = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(EXPORTED_SCHEMAS).map(([entity, schema]) => [entity, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })]),
  );
