/** The shape of an OpenAPI 3.1 document, as far as it is built here. */
export type Json = Record<string, unknown>;

export interface OpenApiOperation extends Json {
  operationId: string;
  summary: string;
  tags: string[];
}

export interface OpenApiDocument extends Json {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
}
