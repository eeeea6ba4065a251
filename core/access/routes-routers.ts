import { defineRoutes } from '../kernel/contract.ts';
import { idParams } from '../kernel/text.ts';
import { everybodyInput } from './schema.ts';
import * as s from './schema-routers.ts';

/** Decision 131: the routers that ask who may use the network. */
export const routersRoutes = defineRoutes({
  listRouters: {
    method: 'GET',
    path: '/api/access/routers',
    permission: 'access.read',
    summary: 'Routers that ask who may use the network',
    query: s.routerFilter,
    list: s.accessRouter,
    shows: ['access', 'network'],
  },
  createRouter: {
    method: 'POST',
    path: '/api/access/routers',
    permission: 'network.write',
    summary: 'Add a router; its secret is answered this once',
    body: s.routerInput,
    response: s.madeRouter,
    touches: ['access', 'audit'],
  },
  getRouter: {
    method: 'GET',
    path: '/api/access/routers/:id',
    permission: 'access.read',
    summary: 'A router',
    params: idParams,
    response: s.accessRouter,
    shows: ['access', 'network'],
  },
  updateRouter: {
    method: 'PUT',
    path: '/api/access/routers/:id',
    permission: 'network.write',
    summary: 'Change a router',
    params: idParams,
    body: s.routerUpdate,
    response: s.accessRouter,
    touches: ['access', 'audit'],
  },
  deleteRouter: {
    method: 'DELETE',
    path: '/api/access/routers/:id',
    permission: 'network.write',
    summary: 'Delete a router with its sessions',
    params: idParams,
    response: s.accessRouter,
    touches: ['access', 'audit'],
  },
  renewRouterSecret: {
    method: 'POST',
    path: '/api/access/routers/:id/secret',
    permission: 'network.write',
    summary: 'Give a router a new secret, which is answered this once',
    params: idParams,
    response: s.madeRouter,
    touches: ['access', 'audit'],
  },
  showRouterScript: {
    method: 'POST',
    path: '/api/access/routers/:id/script',
    permission: 'network.write',
    summary: 'The lines for the terminal of a router, with its secret',
    params: idParams,
    body: s.scriptInput,
    response: s.routerScript,
    touches: ['audit'],
  },
  letEverybodyOnAt: {
    method: 'POST',
    path: '/api/access/routers/:id/everybody',
    permission: 'access.enforce',
    summary: 'Refuse nobody for a suspension at a router until a time',
    params: idParams,
    body: everybodyInput,
    response: s.accessRouter,
    touches: ['access', 'audit'],
  },
});
