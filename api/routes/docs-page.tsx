import type { OpenApiDocument, OpenApiOperation } from '../openapi-document.ts';

/** Served as a file, because the server's policy blocks inline styles. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h2 { margin-top: 2.5rem; text-transform: capitalize; }
details { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .5rem 0; }
summary { cursor: pointer; }
summary code { font-weight: 600; }
pre { overflow-x: auto; padding: 1rem; background: color-mix(in srgb, currentColor 7%, transparent); }
`;

interface Call extends OpenApiOperation {
  method: string;
  path: string;
}

function callsByTag({ paths }: OpenApiDocument): Map<string, Call[]> {
  const byTag = new Map<string, Call[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? '';
      byTag.set(tag, [...(byTag.get(tag) ?? []), { ...operation, method: method.toUpperCase(), path }]);
    }
  }
  return byTag;
}

const asText = (part: unknown) => JSON.stringify(part, null, 2);

function CallDetails({ call }: { call: Call }) {
  const { method, path, summary, description, parameters, requestBody, responses } = call;
  return (
    <details>
      <summary>
        <code>
          {method} {path}
        </code>{' '}
        {summary}
      </summary>
      <p>{description}</p>
      {Array.isArray(parameters) && parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <pre>{asText(parameters)}</pre>
        </>
      )}
      {requestBody !== undefined && (
        <>
          <h4>Body</h4>
          <pre>{asText(requestBody)}</pre>
        </>
      )}
      <h4>Answers</h4>
      <pre>{asText(responses)}</pre>
    </details>
  );
}

/** The whole API description on one page without scripts. */
export function DocsPage({ description }: { description: OpenApiDocument }) {
  const { info, components } = description;
  return (
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{`${info.title} API`}</title>
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <h1>{info.title} API</h1>
        {info.description.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          <a href="/api/openapi.json">OpenAPI 3.1 document</a>
        </p>
        {[...callsByTag(description)].map(([tag, calls]) => (
          <section key={tag}>
            <h2>{tag}</h2>
            {calls.map((call) => (
              <CallDetails key={call.operationId} call={call} />
            ))}
          </section>
        ))}
        <h2>Schemas</h2>
        <pre>{asText(components)}</pre>
      </body>
    </html>
  );
}
