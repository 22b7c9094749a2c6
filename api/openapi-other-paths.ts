import { DerivedKind } from './contract/derived-kind.ts';
import { PICTURE_WIDTHS } from './contract/derived-media.ts';
import type { OpenApiDocument } from './openapi-document.ts';

const html = { 'text/html': {} };
const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
const refused = { '4XX': { $ref: '#/components/responses/Refused' } };

/** Paths outside the contract's tables of calls: pages for browsers, and bytes. */
export const OTHER_PATHS: OpenApiDocument['paths'] = {
  '/api/login': {
    get: {
      operationId: 'login',
      summary: 'Sign in, with a browser',
      tags: ['auth'],
      security: [],
      parameters: [{ name: 'return', in: 'query', schema: { type: 'string' } }],
      responses: { 200: { description: 'The sign-in page', content: html }, 303: { description: 'On to the provider, or back' } },
    },
  },
  '/api/logout': {
    get: {
      operationId: 'logout',
      summary: 'Sign out, with a browser',
      tags: ['auth'],
      security: [],
      responses: {
        200: { description: 'Asks first when another site sent the person here', content: html },
        303: { description: 'Signed out' },
      },
    },
  },
  '/api/objects/upload/{id}': {
    put: {
      operationId: 'objects.put',
      summary: 'The uploadURL of POST /api/objects/upload: the whole file in one body. The same URL takes tus 1.0.0',
      tags: ['objects'],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      requestBody: { required: true, content: bytes },
      responses: { 200: { description: 'Received' }, ...refused },
    },
  },
  '/objects/{name}': {
    get: {
      operationId: 'objects.get',
      summary: 'The bytes of an object that one may see; takes Range',
      tags: ['objects'],
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'The whole', content: bytes }, 206: { description: 'A part', content: bytes }, ...refused },
    },
  },
  '/objects/{name}/{kind}': {
    get: {
      operationId: 'objects.derived',
      summary: 'What the server has made of an object: poster or compatible of a video, w480 or w960 of a picture',
      tags: ['objects'],
      parameters: [
        { name: 'name', in: 'path', required: true, schema: { type: 'string' } },
        {
          name: 'kind',
          in: 'path',
          required: true,
          schema: { type: 'string', enum: [...DerivedKind.options, ...PICTURE_WIDTHS.map((width) => `w${width}`)] },
        },
      ],
      responses: { 200: { description: 'The whole', content: bytes }, 206: { description: 'A part', content: bytes }, ...refused },
    },
  },
  '/video/{id}': {
    get: {
      operationId: 'video.page',
      summary: 'The page of a session: the app for those who use it, the public page for everybody else while its link is on',
      tags: ['videos'],
      security: [],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'The app, or the public page', content: html },
        404: { description: 'The landing page', content: html },
      },
    },
  },
};
