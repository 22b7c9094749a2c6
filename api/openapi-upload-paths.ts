import { UPLOAD_KEPT_DAYS } from './contract/limits.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { USER } from './openapi-parameters.ts';
import { refusals } from './openapi-refusals.ts';

const binary = { type: 'string', format: 'binary' };
const bytes = { 'application/octet-stream': { schema: binary } };
const upload = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The last part of the uploadURL.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{32,64}$' },
};
const tusVersion = {
  name: 'Tus-Resumable',
  in: 'header',
  required: true,
  description: 'The version of tus.',
  schema: { type: 'string', const: '1.0.0' },
};
const offset = { description: 'How many bytes the server has.', schema: { type: 'integer', minimum: 0 } };
const tusHeaders = { 'Upload-Offset': offset, 'Tus-Resumable': { description: '1.0.0', schema: { type: 'string' } } };

/** Sending the bytes of a file, in one body or by tus. */
export const UPLOAD_PATHS: OpenApiDocument['paths'] = {
  '/api/objects/upload/{id}': {
    put: {
      operationId: 'objects.put',
      summary: 'Send the whole file in one body',
      description: 'To the uploadURL of objects.upload. Use tus for large files: a PUT that breaks starts again.',
      tags: ['objects'],
      parameters: [upload, USER],
      requestBody: { required: true, content: bytes },
      responses: { 200: { description: 'Received' }, ...refusals(400, 401, 403, 404, 408, 409, 413, 429, 500, 503, 507) },
    },
    head: {
      operationId: 'objects.offset',
      summary: 'Ask how much of an upload has arrived (tus)',
      description: 'The Core Protocol of tus 1.0.0.',
      tags: ['objects'],
      parameters: [upload, USER, tusVersion],
      responses: {
        200: {
          description: 'Where to continue',
          headers: {
            ...tusHeaders,
            'Upload-Length': { description: 'The size of the file, if known.', schema: { type: 'integer', minimum: 0 } },
          },
        },
        ...refusals(400, 401, 403, 404, 409, 429, 500, 503),
      },
    },
    patch: {
      operationId: 'objects.append',
      summary: 'Send the next bytes of an upload (tus)',
      description: 'The Core Protocol of tus 1.0.0. Bytes that arrived before the connection broke are kept.',
      tags: ['objects'],
      parameters: [
        upload,
        USER,
        tusVersion,
        {
          name: 'Upload-Offset',
          in: 'header',
          required: true,
          description: 'Where these bytes begin, as HEAD answered.',
          schema: { type: 'integer', minimum: 0 },
        },
        {
          name: 'Upload-Length',
          in: 'header',
          description: 'The size of the file, if objects.upload did not name it.',
          schema: { type: 'integer', minimum: 1 },
        },
      ],
      requestBody: { required: true, content: { 'application/offset+octet-stream': { schema: binary } } },
      responses: {
        204: { description: 'Received', headers: tusHeaders },
        ...refusals(400, 401, 403, 404, 408, 409, 413, 415, 429, 500, 503, 507),
      },
    },
    delete: {
      operationId: 'objects.abandon',
      summary: 'Abandon an upload (tus)',
      description: `The Termination extension of tus 1.0.0. Abandoned or not, an unfinished upload expires after ${UPLOAD_KEPT_DAYS} days, or earlier if an admin reclaims it.`,
      tags: ['objects'],
      parameters: [upload, USER, tusVersion],
      responses: { 204: { description: 'Deleted' }, ...refusals(400, 401, 403, 404, 409, 429, 500, 503) },
    },
  },
};
