import { type IsoDate, isNear, NOT_NEAR } from '../kernel/dates.ts';
import { invalidField } from '../kernel/errors.ts';

/** @throws AppError invalid for a date that nothing is booked on. */
export function assertNear(field: string, date: IsoDate, today: IsoDate): void {
  if (!isNear(date, today)) invalidField(field, NOT_NEAR);
}
