import {
  employeesInBooks,
  importEmployees,
  presentEmployees,
} from '../../hr/employees/service-import.ts';
import { searchKey } from '../../kernel/text.ts';
import { importNodes, nodesInBooks, presentNodes } from '../../network/nodes/service-import.ts';
import {
  importSuppliers,
  presentSuppliers,
  suppliersInBooks,
} from '../../procurement/suppliers/service-import.ts';
import { type EmployeeRow, employeeTable, employeeTotals } from '../fields/rules-employees.ts';
import { type NodeRow, nodeTable, nodeTotals } from '../fields/rules-nodes.ts';
import { type SupplierRow, supplierTable, supplierTotals } from '../fields/rules-suppliers.ts';
import type { Importer } from './service-importer.ts';

export const nodes: Importer<NodeRow> = {
  table: nodeTable,
  totals: nodeTotals,
  keyOf: ({ name }) => searchKey(name),
  isWhole: true,
  grows: [],
  readCurrent: presentNodes,
  async write(tx, rows, { dryRun }) {
    const { made, ...written } = await importNodes(tx, rows, { dryRun });
    return { ...written, made: { nodes: made } };
  },
  readBooks: nodesInBooks,
};

export const suppliers: Importer<SupplierRow> = {
  table: supplierTable,
  totals: supplierTotals,
  keyOf: ({ supplierCode, name }) =>
    supplierCode ? `code ${searchKey(supplierCode)}` : `name ${searchKey(name)}`,
  isWhole: true,
  grows: [],
  readCurrent: presentSuppliers,
  async write(tx, rows, { dryRun }) {
    const { made, ...written } = await importSuppliers(tx, rows, { dryRun });
    return { ...written, made: { suppliers: made } };
  },
  readBooks: suppliersInBooks,
};

export const employees: Importer<EmployeeRow> = {
  table: employeeTable,
  totals: employeeTotals,
  keyOf: ({ employeeNumber, email }) =>
    employeeNumber ? `number ${searchKey(employeeNumber)}` : email && `email ${searchKey(email)}`,
  isWhole: true,
  grows: [],
  readCurrent: presentEmployees,
  async write(tx, rows, { dryRun }) {
    const { made, ...written } = await importEmployees(tx, rows, { dryRun });
    return { ...written, made: { employees: made } };
  },
  readBooks: employeesInBooks,
};
