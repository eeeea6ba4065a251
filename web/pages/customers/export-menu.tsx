import { Button } from '@blueprintjs/core';
import { CaretDownIcon, ExportIcon } from '@blueprintjs/icons';
import type { CustomerSort } from '@nimule/core/billing/accounts/schema';
import { exportFormats } from '@nimule/core/kernel/paging';
import { ActionMenu } from '../../ui/overlay/action-menu.tsx';
import type { FilterChoices, ListState } from '../../ui/table/list-state.ts';
import { exportCustomers } from './documents.ts';

const labels = { xlsx: 'Excel workbook (.xlsx)', csv: 'Text file (.csv)' } as const;

/** What of the list an export follows. */
export type ExportedList = Pick<ListState<FilterChoices, CustomerSort>, 'filter' | 'sort'>;

/** Export: the filtered list, all its pages, as a file (decision 20). */
export function ExportMenu({ list }: { list: ExportedList }) {
  return (
    <ActionMenu
      label="Export the list"
      actions={exportFormats.map((format) => ({
        label: labels[format],
        onClick: () => exportCustomers(format, { ...list.filter, sort: list.sort }),
      }))}
    >
      <Button icon={<ExportIcon />} endIcon={<CaretDownIcon />}>
        Export
      </Button>
    </ActionMenu>
  );
}
