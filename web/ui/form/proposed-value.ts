import { useEffect, useRef } from 'react';
import { useFieldValue, useSetDefaults } from './form.tsx';

/**
 * Keeps a field of the enclosing form at a proposed value, such as the open amount in the chosen currency, until the user
 * types another one. Nothing is proposed while the value is undefined.
 */
export function useProposedValue(name: string, proposal: string | undefined): void {
  const setDefaults = useSetDefaults();
  const value = useFieldValue(name);
  const proposed = useRef(value);
  useEffect(() => {
    if (proposal === undefined || value !== proposed.current || proposal === value) return;
    proposed.current = proposal;
    setDefaults({ [name]: proposal });
  }, [name, proposal, value, setDefaults]);
}
