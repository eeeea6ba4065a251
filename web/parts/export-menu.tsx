import { Button } from '@blueprintjs/core';
import { CaretDownIcon, ExportIcon } from '@blueprintjs/icons';
import type { Permission } from '@nimule/core/identity/permissions';
import { exportFormats } from '@nimule/core/kernel/paging';
import { useContext } from 'react';
import type { CallInput, FileOperation } from '../client/call.ts';
import { download } from '../client/download.ts';
import { ClientError } from '../client/errors.ts';
import { operations } from '../client/operations.ts';
import { useMay } from '../ui/allowed.tsx';
import { ActionMenu } from '../ui/overlay/action-menu.tsx';
import { toast, toastFailure } from '../ui/overlay/toaster.tsx';
import { InPageMenu } from '../ui/phone-places.tsx';
import type { ListState } from '../ui/table/list-state.ts';

const labels = { xlsx: 'Excel workbook (.xlsx)', csv: 'Text file (.csv)' } as const;

interface ExportMenuProps<O extends FileOperation> {
  operation: Extract<O, `export${string}`>;
  /** Filter and sort of the list; none for a file that is not filtered. */
  list?: Pick<ListState, 'filter' | 'sort'>;
  /** What the file is of, where it is no list. */
  query?: Record<string, string>;
  /** Parameters of the path. */
  params?: Record<string, string | number>;
  /** For the toast: 'The customers of this list'. */
  what: string;
  /** Accessible name. */
  label?: string;
  /** Text of the button. */
  text?: string;
}

/** Exports all pages of the filtered and sorted list as a file (decision 20); not shown to whom the server refuses it. */
export function ExportMenu<O extends FileOperation>({
  operation,
  list,
  query: chosen,
  params,
  what,
  label = 'Export the list',
  text = 'Export',
}: ExportMenuProps<O>) {
  const isAllowed = useMay()(operations[operation].permission as Permission);
  const save = (format: (typeof exportFormats)[number]) => {
    // Used if the server sends no file name.
    const name = operation.slice('export'.length).toLowerCase();
    toast('Export Started', `${what} are being written as .${format}.`);
    const query = { ...chosen, ...list?.filter, ...(list && { sort: list.sort }), format };
    const input = { ...(params && { params }), query };
    download(operation, input as CallInput<typeof operation>, `${name}.${format}`).catch(
      (error) => {
        if (error instanceof ClientError) toastFailure(error, 'Export Failed');
        else reportError(error);
      },
    );
  };
  const isInMenu = useContext(InPageMenu);
  if (!isAllowed) return null;
  if (isInMenu)
    return exportFormats.map((format) => (
      <Button key={format} icon={<ExportIcon />} onClick={() => save(format)}>
        {text}: {labels[format]}
      </Button>
    ));
  return (
    <ActionMenu
      label={label}
      actions={exportFormats.map((format) => ({
        label: labels[format],
        onClick: () => save(format),
      }))}
    >
      <Button icon={<ExportIcon />} endIcon={<CaretDownIcon />}>
        {text}
      </Button>
    </ActionMenu>
  );
}
