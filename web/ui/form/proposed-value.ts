import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useFieldValue, useSetDefaults } from './form.tsx';

/**
 * Keeps a field of the enclosing form at a proposed value, such as the open amount in the chosen currency, until the user
 * types another one, and again after the form is reset. Nothing is proposed while the value is undefined.
 */
export function useProposedValue(name: string, proposal: string | undefined): void {
  const setDefaults = useSetDefaults();
  const value = useFieldValue(name);
  const { getFieldState, formState } = useFormContext();
  const { isDirty } = getFieldState(name, formState);
  const proposed = useRef(value);
  useEffect(() => {
    if (proposal === undefined || proposal === value) return;
    if (value !== proposed.current && isDirty) return;
    proposed.current = proposal;
    setDefaults({ [name]: proposal });
  }, [name, proposal, value, isDirty, setDefaults]);
}
