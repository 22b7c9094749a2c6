import fc from 'fast-check';

/** A word in many generated texts. The log must never contain it. */
export const PLANTED = 'Plantedword';

/** The subset of JSON Schema that the document uses for requests. */
export interface Schema {
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
  examples?: string[];
  allOf?: Schema[];
  propertyNames?: Schema;
  uniqueItems?: boolean;
}

/** Values that match a JSON Schema of the document. */
export function valueOf(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueOf(one, known)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valueOf({ ...schema, type }, known)));
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number': {
      const min = Math.max(schema.minimum ?? -5, -5);
      return fc.integer({ min, max: Math.min(schema.maximum ?? Infinity, min + 50) });
    }
    case 'array':
      return arrayOf(schema, known);
    case 'object':
      return objectOf(schema, known);
    case 'string':
      return stringOf(schema, known);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function arrayOf({ items = {}, minItems = 0, maxItems = 4, uniqueItems }: Schema, known: readonly string[]): fc.Arbitrary<unknown[]> {
  const sizes = { minLength: minItems, maxLength: Math.min(maxItems, 4) };
  return uniqueItems ? fc.uniqueArray(valueOf(items, known), sizes) : fc.array(valueOf(items, known), sizes);
}

function objectOf(
  { properties, required = [], additionalProperties, propertyNames }: Schema,
  known: readonly string[],
): fc.Arbitrary<unknown> {
  const names = propertyNames?.pattern ? fc.stringMatching(new RegExp(propertyNames.pattern)) : fc.string({ maxLength: 10 });
  if (!properties) return fc.dictionary(names, valueOf(additionalProperties || {}, known), { maxKeys: 3 });
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valueOf(field, known)]));
  return fc.record(fields, { requiredKeys: required });
}

function stringOf({ format, pattern, allOf = [], examples = [], maxLength = 100 }: Schema, known: readonly string[]): fc.Arbitrary<string> {
  const date = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) });
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...known), fc.uuid());
  if (format === 'date') return date.map((day) => day.toISOString().slice(0, 10));
  if (format === 'date-time') return date.map((moment) => moment.toISOString());
  const typed = fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 40) });
  const planted = typed.map((text) => `${PLANTED} ${text}`);
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].flatMap((one) => (one ? [new RegExp(one, 'u')] : []));
  // Either text with few rules, or a code in a fixed format.
  const [form] = patterns.filter((one) => !one.test(PLANTED));
  const any = form ? fc.stringMatching(new RegExp(form.source)) : maxLength < 60 ? typed : fc.oneof(typed, planted);
  const fitting = any.filter((text) => text.length <= maxLength && patterns.every((one) => one.test(text)));
  return examples.length > 0 ? fc.oneof(fc.constantFrom(...examples), fitting) : fitting;
}
