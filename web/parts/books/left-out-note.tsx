import { LEFT_OUT_NOTE } from '@nimule/core/accounting/private/rules';
import { useMay } from '../../ui/allowed.tsx';

/** Says to those who may not see pay what figures of the books lack for them. */
export function LeftOutNote() {
  return useMay()('pay.read') ? null : (
    <p className="quiet" role="note">
      {LEFT_OUT_NOTE}
    </p>
  );
}
