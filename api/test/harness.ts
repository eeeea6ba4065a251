import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '@nimule/core/context';
import type { Role } from '@nimule/core/identity/roles';
import { SESSION_COOKIE } from '@nimule/core/identity/schema';
import { invoke } from '@nimule/core/invoke';
import { createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { buildServer, type ServerOptions } from '../server.ts';

export const PASSWORD = 'Kapoeta-Torit-27';

export interface Harness {
  app: TestApp;
  server: FastifyInstance;
  close(): Promise<void>;
}

/** The real server with the real core and its own database, without a port. */
export async function startHarness(options: Partial<ServerOptions> = {}): Promise<Harness> {
  return harnessOf(await createTestApp(), options);
}

/** Where other tests run too, a second of delay says nothing about the server. */
export const MAX_DELAY_MS = Number.POSITIVE_INFINITY;

/** The real server on an app, which it closes. */
export async function harnessOf(
  app: TestApp,
  options: Partial<ServerOptions> = {},
): Promise<Harness> {
  const server = await buildServer({ app, maxDelayMs: MAX_DELAY_MS, ...options });
  await server.ready();
  return {
    app,
    server,
    async close() {
      await server.close();
      await app.close();
    },
  };
}

/** Another server on the same app, with other settings. */
export async function serverWith(
  app: TestApp,
  config: Partial<TestApp['config']>,
  options: Partial<ServerOptions> = {},
  prepare: (server: FastifyInstance) => void = () => {},
): Promise<FastifyInstance> {
  const server = await buildServer({
    app: { ...app, config: { ...app.config, ...config } },
    maxDelayMs: MAX_DELAY_MS,
    ...options,
  });
  prepare(server);
  await server.ready();
  return server;
}

/** A server on the same app that times bodies by a clock of the test, and the next request whose body it times. */
export async function serverTimingBodies(app: TestApp, options: Partial<ServerOptions>) {
  const arrivals: ((request: IncomingMessage) => void)[] = [];
  const server = await serverWith(app, {}, options, (made) => {
    made.addHook('preParsing', (request, _reply, _payload, done) => {
      arrivals.shift()?.(request.raw);
      done();
    });
  });
  return {
    server,
    /** Resolves when somebody reads the body: only then is an error of the request answered. */
    async arrival(): Promise<IncomingMessage> {
      let listeners = 0;
      const request = await new Promise<IncomingMessage>((resolve) => {
        arrivals.push((raw) => {
          listeners = raw.listenerCount('error');
          resolve(raw);
        });
      });
      while (request.listenerCount('error') <= listeners) await nextTurn();
      return request;
    },
  };
}

/** Until the server has all that was sent, or has answered. */
export async function untilRead(
  { socket }: IncomingMessage,
  sender: Socket,
  answer: () => string,
): Promise<void> {
  while (answer() === '' && socket.bytesRead < sender.bytesWritten) await nextTurn();
}

let made = 0;

export async function createUser(
  app: App,
  role: Role,
  options: { mustChangePassword?: boolean; username?: string } = {},
): Promise<{ id: number; username: string }> {
  made += 1;
  const username = options.username ?? `${role}.${made}`;
  const { body } = await invoke(app, { kind: 'shell', osUser: 'test' }, 'createUser', {
    body: {
      username,
      email: `${username}@example.net`,
      fullName: `Test ${role} ${made}`,
      role,
      password: PASSWORD,
      mustChangePassword: options.mustChangePassword ?? false,
    },
  });
  return { id: (body as { id: number }).id, username };
}

/** Signs in over HTTP and returns the session's cookie header. */
export async function signIn(server: FastifyInstance, username: string): Promise<string> {
  const answer = await server.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password: PASSWORD },
  });
  if (answer.statusCode !== 200) throw new Error(`sign-in failed: ${answer.body}`);
  return cookieOf(answer);
}

export async function staffCookie(
  { app, server }: Pick<Harness, 'app' | 'server'>,
  role: Role,
  options: { mustChangePassword?: boolean } = {},
): Promise<string> {
  return signIn(server, (await createUser(app, role, options)).username);
}

export function cookieOf(answer: LightMyRequestResponse): string {
  const cookie = answer.cookies.find(({ name }) => name === SESSION_COOKIE);
  if (!cookie) throw new Error('no session cookie was set');
  return `${cookie.name}=${cookie.value}`;
}
