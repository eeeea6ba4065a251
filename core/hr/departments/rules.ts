import type { Cents } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';

/** A row of the table departments. */
export interface DepartmentRecord {
  id: number;
  name: string;
  /** US cents a month; null where none is set. */
  budget: Cents | null;
  managerId: number | null;
  version: number;
}

/** A department with its active employees, their monthly salaries in US cents, and its manager's name. */
export interface DepartmentCard extends DepartmentRecord {
  employees: number;
  salariesUsd: Cents;
  manager: string;
}

/** The form in which names are unique. */
export const departmentKey = ({ name }: Pick<DepartmentRecord, 'name'>): string => searchKey(name);
