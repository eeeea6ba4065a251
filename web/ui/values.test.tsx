import { isoDate } from '@nimule/core/kernel/dates';
import { cents } from '@nimule/core/kernel/money';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatCard } from './stat-card.tsx';
import { inWords, StatusTag } from './tags.tsx';
import { chooseTheme, chosenTheme, shownTheme, startTheme } from './theme.ts';
import { DateText, InstantText, Money } from './values.tsx';

test('money is told in dollars, with its pounds beneath', () => {
  const { container } = render(<Money usd={cents(125_050)} ssp={cents(50_020_000)} />);
  expect(container).toHaveTextContent('$1,250.50SSP 500,200');
});

test('dates and instants are told in one form, in Juba', () => {
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

test('a status has its colour whatever its case, and its word in plain letters', () => {
  render(
    <>
      <StatusTag status="Active" />
      <StatusTag status="in_progress" />
    </>,
  );
  expect(screen.getByText('Active').parentElement).toHaveClass('bp6-intent-success');
  expect(screen.getByText('In progress').parentElement).toHaveClass('bp6-intent-primary');
  expect(inWords('mobile_money')).toBe('Mobile money');
});

test('a card shows its number, or that it could not be read, never an invented one', () => {
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

test('the theme is what was chosen, and otherwise what the system says', () => {
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
