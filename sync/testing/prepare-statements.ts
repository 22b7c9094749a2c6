import { type messages, parse, type PGlite, protocol, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite';

const { serialize } = protocol;

export interface StatementHooks {
  /** Runs before each statement except begin and commit; throwing simulates a database error. */
  beforeStatement: (text: string) => void;
}

interface Statement {
  name: string;
  parameterTypes: number[];
  /** Describes the columns; none for statements that return no rows. */
  columns: messages.BackendMessage[];
}

/**
 * Makes a database reuse prepared statements, so that it plans each once, and each execution enters the database once
 * instead of six times. Saves about a quarter of the time of a run of many seeds.
 */
export function prepareStatements(client: PGlite): StatementHooks {
  const hooks: StatementHooks = { beforeStatement: () => {} };
  const statements = new Map<string, Statement>();
  const send = (message: Uint8Array) => client.execProtocolStream(message, { syncToFs: false });

  async function prepared(text: string): Promise<Statement> {
    const held = statements.get(text);
    if (held) return held;
    const name = `prepared_${statements.size}`;
    const described = await send(joined([serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()]));
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(described),
      columns: described.filter((message) => message.name === 'rowDescription'),
    };
    statements.set(text, statement);
    return statement;
  }

  /** Must run alone: the caller holds the client. */
  async function run<Row>(
    text: string,
    params: readonly unknown[],
    { parsers, serializers, rowMode }: QueryOptions = {},
  ): Promise<Results<Row>> {
    hooks.beforeStatement(text);
    const { name, parameterTypes, columns } = await prepared(text);
    const values = params.map((value, place) => {
      if (value === null || value === undefined) return null;
      const type = parameterTypes[place] ?? 0;
      return (serializers?.[type] ?? client.serializers[type])?.(value) ?? String(value as string | number | boolean);
    });
    const answered = await send(joined([serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync()]));
    const allParsers = parsers ? Object.assign(Object.create(client.parsers) as typeof client.parsers, parsers) : client.parsers;
    return parse.parseResults([...columns, ...answered], allParsers, rowMode && { rowMode })[0] as Results<Row>;
  }

  const begin = client.transaction.bind(client);
  client.query = (text, params = [], options) =>
    client._runExclusiveTransaction(() => client.runExclusive(() => run(text, params, options)));
  client.transaction = (body) =>
    begin((tx) => {
      const query: Transaction['query'] = (text, params = [], options) => client.runExclusive(() => run(text, params, options));
      return body(Object.assign(tx, { query }));
    });
  return hooks;
}

function joined(messages: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(messages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const message of messages) {
    whole.set(message, at);
    at += message.length;
  }
  return whole;
}
