import { Button, FormGroup, HTMLSelect, Intent } from '@blueprintjs/core';
import {
  addMonths,
  firstDay,
  formatDate,
  isIsoDate,
  type IsoDate,
  lastDay,
  makeDate,
  monthOf,
} from '@nimule/core/kernel/dates';
import { formatRange } from '@nimule/core/kernel/periods';
import { rangeOf, type RangeProblem } from '@nimule/core/reports/comprehensive/rules-range';
import type { DateRange } from '@nimule/core/reports/comprehensive/schema';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DateInput } from '../../../ui/form/date-input.tsx';
import { Panel } from '../../../ui/page.tsx';
import { today } from '../../../ui/today.ts';
import { isProblem } from '../reports-url.ts';
import styles from '../reports.module.css';

interface RangePreset {
  label: string;
  range: DateRange;
}

/** The ranges that are asked for most. */
function presetsOn(day: IsoDate): readonly RangePreset[] {
  const month = monthOf(day);
  const last = addMonths(month, -1);
  const year = Number(day.slice(0, 4));
  return [
    { label: 'This month', range: { startDate: firstDay(month), endDate: day } },
    { label: 'Last month', range: { startDate: firstDay(last), endDate: lastDay(last) } },
    {
      label: '12 months',
      range: { startDate: firstDay(addMonths(month, -12)), endDate: lastDay(last) },
    },
    { label: 'This year', range: { startDate: makeDate(year, 1, 1), endDate: day } },
    {
      label: 'Last year',
      range: { startDate: makeDate(year - 1, 1, 1), endDate: makeDate(year - 1, 12, 31) },
    },
  ];
}

interface Option {
  value: string;
  label: string;
}

interface ReportConfigProps {
  /** 'Report type'. */
  label: string;
  value: string;
  options: readonly Option[];
  /** What the chosen report shows. */
  description?: ReactNode;
  range: DateRange | RangeProblem;
  /** False of a report as of today, which has no range. */
  usesRange?: boolean;
  /** Beside the choice of the report. */
  filter?: ReactNode;
  onChoose: (value: string) => void;
  /** Called with the dates of the form, also where they are those of before. */
  onGenerate: (range: DateRange) => void;
}

const NO_DATE = 'Enter a date such as 21 Nov 2026.';

/** The range of typed dates, or what is wrong with them. */
function readRange(typed: { startDate: string; endDate: string }): DateRange | RangeProblem {
  const { startDate, endDate } = typed;
  if (!isIsoDate(startDate)) return { field: 'startDate', message: NO_DATE };
  if (!isIsoDate(endDate)) return { field: 'endDate', message: NO_DATE };
  return rangeOf({ startDate, endDate }, today());
}

/** Which report is shown, and over which days (seeds/002 2). */
export function ReportConfig(props: ReportConfigProps) {
  const { label, value, options, description, range, usesRange = true, filter } = props;
  const chosen = options.find((option) => option.value === value)?.label ?? label;
  const shown = isProblem(range) ? (rangeOf({}, today()) as DateRange) : range;
  return (
    <div className={styles.noPrint}>
      <Panel
        title="Report configuration"
        description={description}
        folds
        folded={`${chosen}, ${usesRange ? formatRange(shown) : 'as of today'}`}
      >
        <div className={styles.config}>
          <FormGroup label={label} labelFor="report-shown">
            <HTMLSelect
              id="report-shown"
              fill
              value={value}
              options={[...options]}
              onChange={(event) => props.onChoose(event.target.value)}
            />
          </FormGroup>
          {filter}
          {usesRange ? (
            <Dates
              key={`${shown.startDate} ${shown.endDate}`}
              range={shown}
              given={isProblem(range) ? range : undefined}
              onGenerate={props.onGenerate}
            />
          ) : (
            <p className={`quiet ${styles.asOfToday}`}>As of today, {formatDate(today())}.</p>
          )}
        </div>
      </Panel>
    </div>
  );
}

interface DatesProps {
  range: DateRange;
  /** What is wrong with the range of the URL. */
  given: RangeProblem | undefined;
  onGenerate: (range: DateRange) => void;
}

function Dates({ range, given, onGenerate }: DatesProps) {
  const [typed, setTyped] = useState<{ startDate: string; endDate: string }>(range);
  const [problem, setProblem] = useState(given);
  const generate = (event: FormEvent) => {
    event.preventDefault();
    const read = readRange(typed);
    if (isProblem(read)) {
      setProblem(read);
      document.getElementById(`report-${read.field}`)?.focus();
      return;
    }
    setProblem(undefined);
    onGenerate(read);
  };
  const field = (name: 'startDate' | 'endDate', label: string) => {
    const message = problem?.field === name ? problem.message : undefined;
    return (
      <FormGroup
        label={label}
        labelFor={`report-${name}`}
        {...(message ? { intent: Intent.DANGER } : {})}
        helperText={message && <span id={`report-${name}-error`}>{message}</span>}
      >
        <DateInput
          id={`report-${name}`}
          label={label}
          value={typed[name]}
          {...(message
            ? {
                intent: Intent.DANGER,
                'aria-invalid': true,
                'aria-describedby': `report-${name}-error`,
              }
            : {})}
          onChange={(date) => setTyped((before) => ({ ...before, [name]: date }))}
        />
      </FormGroup>
    );
  };
  return (
    <form className={styles.dates} onSubmit={generate} noValidate aria-label="Range of the report">
      {field('startDate', 'Start date')}
      {field('endDate', 'End date')}
      <Button type="submit" intent={Intent.PRIMARY} className={styles.generate ?? ''}>
        Generate Report
      </Button>
      <fieldset className={styles.presets} aria-label="Frequent ranges">
        {presetsOn(today()).map((preset) => (
          <Button
            key={preset.label}
            variant="minimal"
            size="small"
            active={
              preset.range.startDate === range.startDate && preset.range.endDate === range.endDate
            }
            onClick={() => onGenerate(preset.range)}
          >
            {preset.label}
          </Button>
        ))}
      </fieldset>
    </form>
  );
}
