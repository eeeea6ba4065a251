import { sectionPermissions, sectionsOf } from '@nimule/core/reports/comprehensive/rules';
import { reportTypes } from '@nimule/core/reports/comprehensive/schema';
import { reportTitles } from '@nimule/core/reports/exports/rules-columns';
import type { OwnReportInfo } from '@nimule/core/reports/built-in/schema';
import { ownReportFormats } from '@nimule/core/reports/built-in/schema';
import {
  frequencies,
  type ListedSchedule,
  reportScheduleInput,
} from '@nimule/core/reports/schedules/schema';
import { useWatch } from 'react-hook-form';
import { call } from '../../../client/call.ts';
import { ClientError } from '../../../client/errors.ts';
import { useRead } from '../../../client/use-read.ts';
import { MailNotice } from '../../../parts/messages/unsent-notice.tsx';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useMay } from '../../../ui/allowed.tsx';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { CheckField, SelectField } from '../../../ui/form/fields.tsx';
import { formValuesOf } from '../../../ui/form/form.tsx';
import { LoadingDialog } from '../../../ui/overlay/loading-dialog.tsx';
import { toast } from '../../../ui/overlay/toaster.tsx';
import { RecipientsField } from './recipients-field.tsx';
import { formatLabels, frequencyDetails, frequencyLabels, nameOf } from './schedule-words.ts';

const schema = reportScheduleInput.omit({ version: true });
const RIGHTS =
  'The report is made with your rights: it shows what your role may see. Who may not see pay gets figures of the books without pay of fewer than five people.';

/** The reports that the role may see. */
function useOptions(own: readonly OwnReportInfo[]) {
  const may = useMay();
  return [
    ...reportTypes
      .filter((type) => sectionsOf[type].some((section) => may(sectionPermissions[section])))
      .map((type) => ({ value: type, label: reportTitles[type] })),
    ...own
      .filter(({ isAllowed }) => isAllowed)
      .map(({ name, title }) => ({ value: name, label: title })),
  ];
}

interface ScheduleFormProps {
  /** Omitted for a new one. */
  schedule?: ListedSchedule;
  onClose: () => void;
}

/** Which report is sent by e-mail, how often and to whom. */
export function ScheduleForm(props: ScheduleFormProps) {
  const own = useRead('listOwnReports');
  return (
    <LoadingDialog title={titleOf(props)} noun="reports" read={own} onClose={props.onClose}>
      {(reports) => <LoadedForm {...props} own={reports} />}
    </LoadingDialog>
  );
}

const titleOf = ({ schedule }: ScheduleFormProps) =>
  schedule ? 'Edit Scheduled Report' : 'Schedule a Report';

/** There is no operation that reads one schedule. */
async function readAgain({ id }: ListedSchedule): Promise<ListedSchedule> {
  const found = (await call('listReportSchedules')).find((one) => one.id === id);
  if (!found) throw new ClientError(404, 'This scheduled report has been deleted.');
  return found;
}

function Fields({ own }: { own: readonly OwnReportInfo[] }) {
  const options = useOptions(own);
  return (
    <>
      <MailNotice />
      <SelectField name="report" label="Report" options={options} none="Choose a report" />
      <ChoiceField
        name="every"
        label="Sent"
        options={frequencies.map((value) => ({
          value,
          label: frequencyLabels[value],
          detail: frequencyDetails[value],
        }))}
      />
      <SelectField
        name="format"
        label="File"
        options={ownReportFormats.map((value) => ({ value, label: formatLabels[value] }))}
      />
      <LinesField />
      <RecipientsField name="recipients" />
      <CheckField name="isActive" label="Active" help="Only active reports are sent." />
    </>
  );
}

/** Whether a PDF of figures has the rows behind them; the other files are rows. */
function LinesField() {
  const format = useWatch({ name: 'format' });
  const report = useWatch({ name: 'report' });
  if (format !== 'pdf' || !reportTypes.some((type) => type === report)) return null;
  return (
    <CheckField
      name="lines"
      label="With all rows"
      help="Without them the PDF has two pages: figures, charts and the main tables."
    />
  );
}

function LoadedForm({
  schedule,
  own,
  onClose,
}: ScheduleFormProps & { own: readonly OwnReportInfo[] }) {
  const shared = { schema, submitLabel: 'Save', title: titleOf({ schedule, onClose }), onClose };
  if (!schedule)
    return (
      <RecordForm
        {...shared}
        description={RIGHTS}
        operation="createReportSchedule"
        failure="Failed to schedule the report. Please try again."
        initial={{
          report: '',
          format: 'pdf',
          every: 'monthly',
          recipients: [],
          lines: false,
          isActive: true,
        }}
        send={(body) => ({ body })}
        done={(saved) => toast('Report scheduled', nameOf(saved))}
      >
        <Fields own={own} />
      </RecordForm>
    );
  return (
    <RecordForm
      {...shared}
      description={`${RIGHTS} Until now it was made with those of ${schedule.ownerName}.`}
      operation="updateReportSchedule"
      failure="Failed to change the scheduled report. Please try again."
      record={schedule}
      read={() => readAgain(schedule)}
      initial={(current) => formValuesOf(schema, current)}
      send={(body, { id, version }) => ({ params: { id }, body: { ...body, version } })}
      done={(saved) => toast('Scheduled report changed', nameOf(saved))}
    >
      <Fields own={own} />
    </RecordForm>
  );
}
