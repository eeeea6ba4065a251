import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import * as departments from './departments/service.ts';
import * as employees from './employees/service.ts';
import { papers } from './employees/service-attachments.ts';
import { exportEmployees } from './employees/service-export.ts';
import { listEmployees } from './employees/service-list.ts';
import type { employeeRoutes } from './routes-employees.ts';
import { hrOverview } from './service-overview.ts';
import { hrSettings, updateHrSettings } from './service-settings.ts';

export const employeeOperations: HandlersOf<typeof employeeRoutes, Ctx> = {
  hrOverview: (ctx) => hrOverview(ctx),
  getHrSettings: (ctx) => hrSettings(ctx),
  updateHrSettings: (ctx, { body }) => updateHrSettings(ctx, body),
  listDepartments: (ctx) => departments.listDepartments(ctx),
  createDepartment: (ctx, { body }) => departments.createDepartment(ctx, body),
  updateDepartment: (ctx, { params, body }) => departments.updateDepartment(ctx, params.id, body),
  deleteDepartment: (ctx, { params }) => departments.deleteDepartment(ctx, params.id),
  listEmployees: (ctx, { query }) => listEmployees(ctx, query),
  exportEmployees: (ctx, { query }) => exportEmployees(ctx, query),
  createEmployee: (ctx, { body }) => employees.createEmployee(ctx, body),
  getEmployee: (ctx, { params }) => employees.getEmployee(ctx, params.id),
  updateEmployee: (ctx, { params, body }) => employees.updateEmployee(ctx, params.id, body),
  listEmployeeAttachments: (ctx, { params }) => papers.list(ctx, params.id),
  addEmployeeAttachment: (ctx, { params, upload }) => papers.add(ctx, params.id, upload),
  downloadEmployeeAttachment: (ctx, { params }) => papers.read(ctx, params.id, params.attachmentId),
  deleteEmployeeAttachment: (ctx, { params }) => papers.remove(ctx, params.id, params.attachmentId),
};
