import { EditIcon, PlayIcon, StopIcon } from '@blueprintjs/icons';
import type { JournalTemplate } from '@nimule/core/accounting/ledger/schema';
import { formatMonth } from '@nimule/core/kernel/dates';
import { sumOf } from '@nimule/core/kernel/money';
import { useRead } from '../../../client/use-read.ts';
import { OperationDialog } from '../../../parts/operation-dialog.tsx';
import { useRefusal } from '../../../ui/allowed.tsx';
import { TwoLines } from '../../../ui/layout.tsx';
import { DetailDrawer } from '../../../ui/overlay/detail-drawer.tsx';
import { useDialogs } from '../../../ui/overlay/dialogs.ts';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { Panel } from '../../../ui/page.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { SmallTable } from '../../../ui/table/small-table.tsx';
import { Money } from '../../../ui/values.tsx';
import { boxesOf, linesToSend } from './entry-lines.ts';
import { TemplateForm } from './template-form.tsx';

/** Entries that are posted each month, to change or stop. */
export function RecurringDrawer({ onClose }: { onClose: () => void }) {
  const read = useRead('listJournalTemplates');
  const refusal = useRefusal()('journal.post');
  const { open, dialog } = useDialogs({
    edit: (template: JournalTemplate, close) => (
      <TemplateForm template={template} onClose={close} />
    ),
    toggle: (template: JournalTemplate, close) => (
      <ToggleDialog template={template} onClose={close} />
    ),
  });
  return (
    <>
      <DetailDrawer title="Recurring entries" onClose={onClose}>
        <Panel title="Posted each month">
          <Loaded read={read} loading="Loading the recurring entries…" lines={4}>
            {(templates) =>
              templates.length === 0 ? (
                <Empty
                  title="No recurring entries"
                  description="Post a journal entry and choose there to post it each month."
                />
              ) : (
                <SmallTable
                  label="Recurring entries"
                  rows={templates}
                  rowKey={({ id }) => id}
                  columns={[
                    {
                      header: 'Entry',
                      cell: (template) => (
                        <TwoLines quiet={whenText(template)}>
                          <span dir="auto">{template.description}</span>
                        </TwoLines>
                      ),
                    },
                    {
                      header: 'Amount',
                      align: 'right',
                      cell: ({ entries }) => (
                        <Money usd={sumOf(entries, ({ debitAmount }) => debitAmount)} />
                      ),
                    },
                    {
                      header: 'Actions',
                      align: 'right',
                      cell: (template) => (
                        <RowActions
                          subject={template.description}
                          actions={[
                            {
                              label: 'Edit',
                              icon: <EditIcon />,
                              disabledReason: refusal,
                              onClick: () => open('edit', template),
                            },
                            {
                              label: template.isActive ? 'Stop' : 'Resume',
                              icon: template.isActive ? <StopIcon /> : <PlayIcon />,
                              disabledReason: refusal,
                              onClick: () => open('toggle', template),
                            },
                          ]}
                        />
                      ),
                    },
                  ]}
                />
              )
            }
          </Loaded>
        </Panel>
      </DetailDrawer>
      {dialog}
    </>
  );
}

/** 'Day 5, next in Dec 2026'. */
function whenText({ day, isActive, nextMonth }: JournalTemplate): string {
  if (!isActive) return `Day ${day}, stopped`;
  return nextMonth === null ? `Day ${day}, ended` : `Day ${day}, next in ${formatMonth(nextMonth)}`;
}

interface TemplateProps {
  template: JournalTemplate;
  onClose: () => void;
}

function ToggleDialog({ template, onClose }: TemplateProps) {
  const accounts = useRead('listAccounts').data ?? [];
  const { id, description, reference, entries, day, firstMonth, lastMonth, isActive, version } =
    template;
  return (
    <OperationDialog
      operation="updateJournalTemplate"
      input={{
        params: { id },
        body: {
          description,
          reference,
          entries: linesToSend(boxesOf(entries), accounts),
          day,
          firstMonth,
          lastMonth,
          isActive: !isActive,
          version,
        },
      }}
      failure="The recurring entry could not be changed. Please try again."
      title={isActive ? `Stop ${description}?` : `Resume ${description}?`}
      confirmLabel={isActive ? 'Stop' : 'Resume'}
      destructive={isActive}
      done={() =>
        toast(isActive ? 'Recurring entry stopped' : 'Recurring entry resumed', description)
      }
      onClose={onClose}
    >
      {isActive
        ? 'It is not posted any more. What it has posted stays in the books.'
        : 'It is posted again each month.'}
    </OperationDialog>
  );
}
