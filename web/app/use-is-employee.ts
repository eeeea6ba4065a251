import { useRead } from '../client/use-read.ts';

/** Whether the user is linked to an employee, and so has leave and payslips of their own. False until it is known. */
export function useIsEmployee(): boolean {
  const own = useRead('me').data?.employee;
  return own !== undefined && own !== null;
}
