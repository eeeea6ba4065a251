import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { waitingAnswer } from '@nimule/core/approvals/schema';
import type { App } from '@nimule/core/context';
import { authorise } from '@nimule/core/identity/actor';
import { SESSION_COOKIE } from '@nimule/core/identity/schema';
import type { Route } from '@nimule/core/kernel/contract';
import { dateText, instant, monthText } from '@nimule/core/kernel/dates';
import { money } from '@nimule/core/kernel/money';
import { MAX_PAGE_SIZE } from '@nimule/core/kernel/paging';
import { recordId } from '@nimule/core/kernel/text';
import { ignoredBy } from '@nimule/core/kernel/unknown-keys';
import { programVersion } from '@nimule/core/kernel/version';
import { type Operation, routes } from '@nimule/core/routes';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';
import { identify, SECURE_SESSION_COOKIE } from './session.ts';

const DOCS_PATH = '/api/docs';

type JsonSchema = Record<string, unknown>;

const errorBody: JsonSchema = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['code', 'message'],
};

const binary: JsonSchema = { type: 'string', format: 'binary' };

/** Codecs whose wire form is more specific than the type of their input. */
const wireForms = new Map<unknown, JsonSchema>([
  [dateText, { type: 'string', format: 'date' }],
  [monthText, { type: 'string', pattern: '^\\d{4}-\\d{2}$' }],
  [instant, { type: 'string', format: 'date-time' }],
  [recordId, { type: 'integer', minimum: 1 }],
]);

/** Of an object in a body: no other keys (decision 81), and those that are accepted without being used. */
function closed(schema: z.ZodObject, wire: JsonSchema): void {
  if (schema.def.catchall !== undefined) return;
  const unused = ignoredBy(schema).filter((key) => !Object.hasOwn(schema.shape, key));
  const description = 'Accepted and not used.';
  Object.assign(wire, {
    additionalProperties: false,
    properties: {
      ...(wire.properties as JsonSchema),
      ...Object.fromEntries(unused.map((key) => [key, { description }])),
    },
  });
}

/** The wire form of a schema: the values that are sent. */
function wireSchema(schema: z.ZodType, direction: 'in' | 'body' | 'out'): JsonSchema {
  const { $schema: _, ...wire } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (direction === 'body' && zodSchema instanceof z.ZodObject) closed(zodSchema, jsonSchema);
      // Amounts are accepted as numbers or text and always answered as numbers.
      const form =
        zodSchema === money && direction === 'out' ? { type: 'number' } : wireForms.get(zodSchema);
      if (!form) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, form);
    },
  });
  return wire;
}

function responseSchema(route: Route): JsonSchema {
  if (route.file)
    return { description: 'The file', content: { 'application/octet-stream': { schema: binary } } };
  if (route.list) {
    const isPaged = route.query?.shape.page !== undefined;
    return {
      description: isPaged
        ? `The rows of a page: ${MAX_PAGE_SIZE} at most, unless ?pageSize asks for fewer`
        : 'The rows',
      ...(isPaged
        ? {
            headers: {
              'X-Total-Count': {
                description: 'All rows, with ?total=1',
                schema: { type: 'integer' },
              },
              Link: {
                description: 'The address of the next page, with rel="next", where rows follow',
                schema: { type: 'string' },
              },
            },
          }
        : {}),
      content: {
        'application/json': { schema: { type: 'array', items: wireSchema(route.list, 'out') } },
      },
    };
  }
  if (route.response) {
    return {
      description: 'The answer',
      content: { 'application/json': { schema: wireSchema(route.response, 'out') } },
    };
  }
  return { description: 'Done', type: 'null' };
}

/** The answer of a call that waits for a second person. */
function waitingSchema(): JsonSchema {
  return {
    description: 'It waits for the approval of another person; nothing is done yet',
    content: { 'application/json': { schema: wireSchema(waitingAnswer, 'out') } },
  };
}

function bodySchema(route: Route): JsonSchema | undefined {
  if (!route.body) return undefined;
  const body = wireSchema(route.body, 'body');
  if (!route.upload) return body;
  return {
    ...body,
    properties: { file: binary, ...(body.properties as JsonSchema) },
    required: ['file', ...((body.required as string[] | undefined) ?? [])],
  };
}

/** 'a', or of several that do 'a or b', after one that is needed besides. */
function neededFor({ permission, oneOf }: Route): string {
  const any = (oneOf ?? [permission]).join(' or ');
  return oneOf && permission !== 'signedIn' ? `${permission} and ${any}` : any;
}

/** A row of the contract as an OpenAPI schema. It validates nothing; the core does. */
function describeRoute(operation: Operation): FastifySchema {
  const route: Route = routes[operation];
  const body = bodySchema(route);
  const module = route.path.split('/')[2] ?? 'api';
  return {
    operationId: operation,
    summary: route.summary,
    description: `Permission: ${neededFor(route)}${route.confirms ? '. Asks for the password or a second factor again after ten minutes (`session.confirm`)' : ''}${route.file ? '. A PDF or an image with `?inline=1` is shown instead of saved.' : ''}`,
    tags: [module],
    ...(route.permission === 'public' ? { security: [] } : {}),
    ...(route.upload ? { consumes: ['multipart/form-data'] } : {}),
    ...(route.params ? { params: wireSchema(route.params, 'in') } : {}),
    ...(route.query ? { querystring: wireSchema(route.query, 'in') } : {}),
    ...(body ? { body } : {}),
    ...(route.idempotent
      ? {
          headers: {
            type: 'object',
            properties: {
              'Idempotency-Key': {
                type: 'string',
                description: 'A repeat with the same key and body gets the first answer.',
              },
            },
          },
        }
      : {}),
    response: {
      [route.response || route.list || route.file ? 200 : 204]: responseSchema(route),
      ...(route.waits ? { 202: waitingSchema() } : {}),
      default: { description: 'An error', content: { 'application/json': { schema: errorBody } } },
    },
  } as FastifySchema;
}

/**
 * Builds the OpenAPI document of the bound routes when it is first asked for, and shows it to signed-in staff. The routes
 * themselves have no schemas: `invoke` decodes input and encodes answers, and describing all of them took most of a start.
 */
export async function registerDocs(server: FastifyInstance, app: App): Promise<void> {
  await server.register(fastifySwagger, {
    transform: ({ schema, url, route }) => {
      const { operation } = route.config ?? {};
      return { schema: operation ? describeRoute(operation) : schema, url };
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Nimule',
        description:
          'Back office of an internet service provider. Amounts are in whole units of the currency their name ends in, dates are in Africa/Juba.',
        version: programVersion,
      },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description: `Behind TLS its name is ${SECURE_SESSION_COOKIE}.`,
          },
        },
      },
      security: [{ session: [] }],
    },
    hideUntagged: true,
  });
  await server.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      await identify(app, request, false);
      authorise(request.actor, 'signedIn');
    });
    await scope.register(fastifySwaggerUi, {
      routePrefix: DOCS_PATH,
      // Without the top bar, which shows a logo of the library.
      theme: {
        title: 'Nimule API',
        css: [{ filename: 'nimule.css', content: '.swagger-ui .topbar { display: none; }' }],
      },
      // Its page has inline styles; scripts are loaded from files as everywhere.
      transformStaticCSP: (policy) =>
        policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
    });
  });
}
