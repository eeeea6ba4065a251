import { useShownRecord } from '../../../parts/shown-record.ts';
import { CountPanel } from './count-panel.tsx';
import { CountsList } from './counts-list.tsx';

/** The stock counts, or the one that the URL names. */
export function CountsView() {
  const count = useShownRecord('stock-count');
  if (count.id !== undefined)
    return <CountPanel key={count.id} id={count.id} onClose={count.hide} />;
  return <CountsList onShow={count.show} />;
}
