import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { NEW_PROGRAM, ProgramCueOrder, ProgramPatch } from '../../../api/contract/entities/program.ts';
import type { ProgramCard } from '../../../sync/queries/programs.ts';
import { type TextInputs, textInputs } from '../../forms/text-inputs.ts';

const inputs = textInputs(ProgramPatch.shape);

/** Form values of the program dialogs: the contract's fields as their inputs hold them. */
export interface ProgramForm extends TextInputs<typeof ProgramPatch.shape> {
  /** The person's own cues in order. */
  cueIds: string[];
}

/** Uses the contract's rules and messages. */
const ProgramFormSchema = z.object({ ...inputs.schemas, cueIds: ProgramCueOrder.shape.cueIds });

export const programFormResolver = standardSchemaResolver<ProgramForm, unknown, ProgramForm>(ProgramFormSchema);

export const BLANK_PROGRAM: ProgramForm = { ...inputs.valuesOf(NEW_PROGRAM), cueIds: [] };

export const formOf = ({ program, cues }: ProgramCard): ProgramForm => ({
  ...inputs.valuesOf(program),
  cueIds: cues.map(({ id }) => id),
});

export const payloadOf = (values: ProgramForm) => inputs.payloadOf(values);

/** Includes only changed fields, to keep another device's edits of the other fields. Separate calls change the cues. */
export function patchOf(values: ProgramForm, changed: readonly (keyof ProgramForm)[]) {
  return Object.fromEntries(Object.entries(payloadOf(values)).filter(([field]) => changed.includes(field as keyof ProgramForm)));
}
