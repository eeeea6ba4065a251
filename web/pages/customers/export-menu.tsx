import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { CaretDownIcon, ExportIcon } from '@blueprintjs/icons';
import { exportFormats } from '@nimule/core/customers/schema';
import type { ListState } from '../../ui/list-state.ts';
import { exportCustomers } from './documents.ts';

const labels = { xlsx: 'Excel workbook (.xlsx)', csv: 'Text file (.csv)' } as const;

/** Export: the filtered list, all its pages, as a file (decision 20). */
export function ExportMenu({ list }: { list: Pick<ListState, 'filter' | 'sort'> }) {
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu aria-label="Export the list">
          {exportFormats.map((format) => (
            <MenuItem
              key={format}
              text={labels[format]}
              onClick={() => exportCustomers(format, { ...list.filter, sort: list.sort })}
            />
          ))}
        </Menu>
      }
    >
      <Button icon={<ExportIcon />} endIcon={<CaretDownIcon />}>
        Export
      </Button>
    </PopoverNext>
  );
}
