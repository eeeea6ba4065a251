import type { Ctx } from '../../context.ts';
import type { HandlersOf } from '../../kernel/contract.ts';
import type { EquipmentOperation, stockRoutes } from '../../stock/routes.ts';
import * as equipment from './service.ts';

export const equipmentOperations: HandlersOf<Pick<typeof stockRoutes, EquipmentOperation>, Ctx> = {
  listEquipment: (ctx, { query }) => equipment.listEquipment(ctx, query),
  exportEquipment: (ctx, { query }) => equipment.exportEquipment(ctx, query),
  equipmentStats: (ctx) => equipment.getEquipmentStats(ctx),
  createEquipment: (ctx, { body }) => equipment.createEquipment(ctx, body),
  getEquipment: (ctx, { params }) => equipment.getEquipment(ctx, params.id),
  updateEquipment: (ctx, { params, body }) => equipment.updateEquipment(ctx, params.id, body),
  adjustStock: (ctx, { params, body }) => equipment.adjust(ctx, params.id, body),
};
