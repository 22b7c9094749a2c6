import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { ProgramCreate, ProgramCueOrder } from '../../../api/contract/entities/program.ts';
import type { ProgramCard } from '../../../sync/queries/programs.ts';
import { optionalText } from '../../forms/optional-text.ts';

/** Form values of the program dialogs: the contract's fields as their inputs hold them. */
export interface ProgramForm {
  name: string;
  /** '' for no dog. */
  dogId: string;
  goal: string;
  /** The person's own cues in order. */
  cueIds: string[];
}

/** Uses the contract's rules and messages. No dog and no goal are empty strings here. */
const ProgramFormSchema = z.object({
  name: ProgramCreate.shape.name,
  dogId: z.string(),
  goal: optionalText(ProgramCreate.shape.goal),
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

/** Includes only changed fields, to keep another device's edits of the other fields. Separate calls change the cues. */
export function patchOf(values: ProgramForm, changed: readonly (keyof ProgramForm)[]) {
  return Object.fromEntries(Object.entries(payloadOf(values)).filter(([field]) => changed.includes(field as keyof ProgramForm)));
}
