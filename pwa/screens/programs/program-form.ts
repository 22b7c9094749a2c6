import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { ProgramCreate, ProgramCueOrder } from '../../../api/contract/entities/program.ts';
import type { ProgramCard } from '../../../sync/queries/programs.ts';

/** What the program dialogs hold: the contract's fields as inputs show them. */
export interface ProgramForm {
  name: string;
  /** Empty: no dog. */
  dogId: string;
  goal: string;
  /** Own cues, first to last. */
  cueIds: string[];
}

/** The contract's own rules and words; a dog or goal that is not chosen is an empty text here. */
const ProgramFormSchema = z.object({
  name: ProgramCreate.shape.name,
  dogId: z.string(),
  goal: z.string().check((context) => {
    const parsed = z.safeParse(ProgramCreate.shape.goal, context.value);
    for (const { message } of parsed.error?.issues ?? []) {
      context.issues.push({ code: 'custom', message, input: context.value });
    }
  }),
  cueIds: ProgramCueOrder.shape.cueIds,
});

export const programFormResolver = standardSchemaResolver<ProgramForm, unknown, ProgramForm>(ProgramFormSchema);

export const BLANK_PROGRAM: ProgramForm = { name: '', dogId: '', goal: '', cueIds: [] };

export const formOf = ({ program, cues }: ProgramCard): ProgramForm => ({
  name: program.name,
  dogId: program.dogId ?? '',
  goal: program.goal ?? '',
  cueIds: cues.map(({ id }) => id),
});

export const payloadOf = ({ name, dogId, goal }: ProgramForm) => ({ name, dogId: dogId || null, goal: goal.trim() === '' ? null : goal });

/** Only what was changed, so that another device's edit of another field stands. The cues are calls of their own. */
export function patchOf(values: ProgramForm, changed: readonly (keyof ProgramForm)[]) {
  return Object.fromEntries(Object.entries(payloadOf(values)).filter(([field]) => changed.includes(field as keyof ProgramForm)));
}
