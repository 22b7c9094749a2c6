/** The parts of an OpenAPI 3.1 document that this server builds. */
export type Json = Record<string, unknown>;

export interface OpenApiOperation extends Json {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
}

export interface OpenApiDocument extends Json {
  info: Json & { title: string; version: string; description: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
}
