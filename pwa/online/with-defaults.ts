import * as z from 'zod/mini';

/**
 * Reads rows of a server that still runs the previous version, as replicas do during an upgrade: fields that its answer
 * lacks get their defaults.
 * @param defaults the contract's defaults of a new row, `NEW_…`
 */
export const withDefaults = <Row>(row: z.ZodMiniType<Row>, defaults: object): z.ZodMiniType<Row> =>
  z.pipe(
    z.transform((answer: unknown) => (typeof answer === 'object' && answer !== null ? { ...defaults, ...answer } : answer)),
    row,
  );
