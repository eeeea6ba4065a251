import { Intent, Tag } from '@blueprintjs/core';
import type { CountStatus, StockLabel } from './equipment-types.ts';
import { countStatusLabels, stockLabelTexts } from './equipment-words.ts';

const stockIntents: Readonly<Record<StockLabel, Intent>> = {
  out: Intent.DANGER,
  low: Intent.WARNING,
  in: Intent.SUCCESS,
};

export function StockTag({ label }: { label: StockLabel }) {
  return (
    <Tag minimal round intent={stockIntents[label]}>
      {stockLabelTexts[label]}
    </Tag>
  );
}

const countIntents: Readonly<Record<CountStatus, Intent>> = {
  counting: Intent.PRIMARY,
  waiting: Intent.WARNING,
  posted: Intent.SUCCESS,
  refused: Intent.DANGER,
  cancelled: Intent.NONE,
};

export function CountStatusTag({ status }: { status: CountStatus }) {
  return (
    <Tag minimal round intent={countIntents[status]}>
      {countStatusLabels[status]}
    </Tag>
  );
}
