/** What a program needs to open the database and call operations; every module also has a path of its own. */
export { type Config, readConfig } from './config.ts';
export { type App, type Ctx, createContext, type Log, type Ports, transact } from './context.ts';
export { createApp, type OpenedApp } from './create-app.ts';
export type { Actor } from './identity/actor.ts';
export { type Answer, invoke } from './invoke.ts';
export { AppError, isAppError } from './kernel/errors.ts';
export { type AppRoutes, type Operation, operationNames, routes } from './routes.ts';
