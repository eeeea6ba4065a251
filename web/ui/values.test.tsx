import { TickIcon } from '@blueprintjs/icons';
import { isoDate } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FigureStrip, StatCard } from './stat-card.tsx';
import { type RowAction, RowActions } from './table/row-actions.tsx';
import { humanize, StatusTag } from './tags.tsx';
import { chooseTheme, chosenTheme, shownTheme, startTheme } from './theme.ts';
import { DateText, InstantText, Money } from './values.tsx';

test('shows money in dollars with pounds below', () => {
  const { container } = render(<Money usd={cents(125_050)} ssp={cents(50_020_000)} />);
  expect(container).toHaveTextContent('$1,250.50SSP 500,200');
});

test('formats dates and instants in Juba time', () => {
  render(
    <>
      <DateText date={isoDate('2026-11-21')} />
      <InstantText at={new Date('2026-11-21T22:30:00Z')} />
      <DateText date={null} none="Never" />
    </>,
  );
  expect(screen.getByText('21 Nov 2026')).toBeVisible();
  expect(screen.getByText('22 Nov 2026, 00:30')).toBeVisible();
  expect(screen.getByText('Never')).toBeVisible();
});

test('a status tag ignores case and shows the humanized status', () => {
  render(
    <>
      <StatusTag status="Active" />
      <StatusTag status="in_progress" />
    </>,
  );
  expect(screen.getByText('Active').parentElement).toHaveClass('bp6-intent-success');
  expect(screen.getByText('In progress').parentElement).toHaveClass('bp6-intent-primary');
  expect(humanize('mobile_money')).toBe('Mobile money');
});

test('a card shows its number or an error', () => {
  const { rerender } = render(
    <StatCard title="Customers" value={150} subtitle="of every status" />,
  );
  expect(screen.getByRole('region', { name: 'Customers' })).toHaveTextContent(
    'Customers150of every status',
  );
  rerender(<StatCard title="Customers" value={undefined} failed />);
  expect(screen.getByRole('region', { name: 'Customers' })).toHaveTextContent(
    'Customers–Could not be loaded',
  );
});

test('figures are a region with their title', () => {
  render(
    <FigureStrip title="Payment Overview">
      <StatCard title="Outstanding" value="$5.00" subtitle="2 open invoices" />
    </FigureStrip>,
  );
  const strip = within(screen.getByRole('region', { name: 'Payment Overview' }));
  expect(strip.getByRole('region', { name: 'Outstanding' })).toBeVisible();
});

test('a narrow row has all actions in its menu', () => {
  const actions: RowAction[] = ['View', 'Edit'].map((label) => ({
    label,
    icon: <TickIcon />,
    onClick: () => undefined,
    prominent: true,
  }));
  const { rerender } = render(<RowActions subject="SC003" actions={actions} />);
  expect(screen.getAllByRole('button')).toHaveLength(2);
  rerender(<RowActions subject="SC003" actions={actions} isNarrow />);
  expect(screen.getByRole('button', { name: 'More actions for SC003' })).toBeVisible();
  rerender(<RowActions subject="SC003" actions={actions.slice(0, 1)} isNarrow />);
  expect(screen.getByRole('button', { name: 'View SC003' })).toBeVisible();
});

test('the theme is the chosen one, otherwise that of the system', () => {
  startTheme();
  chooseTheme('dark');
  expect(chosenTheme()).toBe('dark');
  expect(document.documentElement).toHaveClass('bp6-dark');
  expect(document.documentElement.dataset.theme).toBe('dark');
  chooseTheme('light');
  expect(document.documentElement).not.toHaveClass('bp6-dark');
  chooseTheme('system');
  expect(localStorage.getItem('nimule.theme')).toBeNull();
  expect(shownTheme()).toBe(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
});
