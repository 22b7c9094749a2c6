import { type messages, parse, type PGlite, protocol, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite';

const { serialize } = protocol;

/** More than the server has; each takes some memory of the database. */
const MOST = 500;

interface Statement {
  name: string;
  parameterTypes: number[];
  /** Describes the columns; none for statements that return no rows. */
  columns: messages.BackendMessage[];
}

/**
 * Makes an embedded database reuse prepared statements: it plans each once, and each execution enters the database once
 * instead of six times. Text without parameters is sent unprepared.
 */
export function prepareStatements(client: PGlite): PGlite {
  /** By text; the one used longest ago is first. */
  const statements = new Map<string, Statement>();
  let made = 0;
  const send = (message: Uint8Array) => client.execProtocolStream(message, { syncToFs: false });

  async function forget(text: string): Promise<void> {
    const held = statements.get(text);
    if (!held) return;
    statements.delete(text);
    await send(joined([serialize.close({ type: 'S', name: held.name }), serialize.sync()]));
  }

  async function prepared(text: string): Promise<Statement> {
    const held = statements.get(text);
    if (held) {
      statements.delete(text);
      statements.set(text, held);
      return held;
    }
    const [oldest] = statements.size >= MOST ? statements.keys() : [];
    if (oldest !== undefined) await forget(oldest);
    const name = `prepared_${(made += 1)}`;
    const described = await send(joined([serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()]));
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(described),
      columns: described.filter((message) => message.name === 'rowDescription'),
    };
    statements.set(text, statement);
    return statement;
  }

  /** One at a time: the caller holds the client. */
  async function run<Row>(
    text: string,
    params: readonly unknown[],
    { parsers, serializers, rowMode }: QueryOptions = {},
  ): Promise<Results<Row>> {
    const { name, parameterTypes, columns } = await prepared(text);
    const values = params.map((value, place) => {
      if (value === null || value === undefined) return null;
      const type = parameterTypes[place] ?? 0;
      return (serializers?.[type] ?? client.serializers[type])?.(value) ?? String(value as string | number | boolean);
    });
    try {
      const answered = await send(joined([serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync()]));
      const allParsers = parsers ? Object.assign(Object.create(client.parsers) as typeof client.parsers, parsers) : client.parsers;
      return parse.parseResults([...columns, ...answered], allParsers, rowMode && { rowMode })[0] as Results<Row>;
    } catch (error) {
      // Its tables may have changed since, and then it would fail forever.
      await forget(text).catch(() => undefined);
      throw error;
    }
  }

  const query = client.query.bind(client);
  const begin = client.transaction.bind(client);
  return Object.assign(client, {
    query: (async (text, params = [], options) => {
      if (params.length === 0) return query(text, params, options);
      await client._checkReady();
      return client._runExclusiveTransaction(async () => {
        const results = await client.runExclusive(() => run(text, params, options));
        await client.syncToFs();
        return results;
      });
    }) as PGlite['query'],
    transaction: ((body: (tx: Transaction) => Promise<unknown>) =>
      begin((tx) => {
        const plain = tx.query.bind(tx);
        return body(
          Object.assign(tx, {
            query: (async (text, params = [], options) =>
              params.length === 0 || tx.closed
                ? plain(text, params, options)
                : client.runExclusive(() => run(text, params, options))) as Transaction['query'],
          }),
        );
      })) as PGlite['transaction'],
  });
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
