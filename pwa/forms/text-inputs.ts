import * as z from 'zod/mini';
import { isFilled } from '../../api/contract/text.ts';
import { optionalText } from './optional-text.ts';

type Text = string | null | undefined;
type TextFields = Readonly<Record<string, z.ZodMiniType<Text, Text>>>;

/** The fields' values in a form. */
export type TextInputs<Fields extends TextFields> = { [Field in keyof Fields]: NonNullable<z.output<Fields[Field]>> };

type Schemas<Values> = { [Field in keyof Values]: z.ZodMiniType<Values[Field], Values[Field]> };
type Payload<Fields extends TextFields> = { [Field in keyof Fields]: Exclude<z.output<Fields[Field]>, undefined> };

/**
 * Fields of the contract whose inputs hold the same text as the row, or '' for null. They have the contract's rules and
 * messages. A field of another type does not compile here, because its form has to convert it.
 */
export function textInputs<Fields extends TextFields>(fields: Fields) {
  const takesNull = (name: string) => fields[name] !== undefined && z.safeParse(fields[name], null).success;
  const schemas = Object.entries(fields).map(([name, field]) => [name, takesNull(name) ? optionalText(field) : z.nonoptional(field)]);
  const eachField = (convert: (name: string) => unknown) => Object.fromEntries(Object.keys(fields).map((name) => [name, convert(name)]));
  return {
    schemas: Object.fromEntries(schemas) as Schemas<TextInputs<Fields>>,

    /** The values of a row, or of the defaults of a new one. A field that it lacks, as older rows do, is ''. */
    valuesOf: (row: Partial<Record<keyof Fields, string | null>> & Record<string, unknown>) =>
      eachField((name) => row[name] ?? '') as TextInputs<Fields>,

    payloadOf: (values: TextInputs<Fields>) =>
      eachField((name) => (takesNull(name) && !isFilled(values[name] ?? '') ? null : values[name])) as Payload<Fields>,
  };
}
