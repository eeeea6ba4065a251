import type { User } from '@nimule/core/identity/schema';
import { issueTypes, priorities, type Ticket } from '@nimule/core/support/schema';
import { useState } from 'react';
import { useStoredUser } from '../../client/session.ts';
import { useRead } from '../../client/use-read.ts';
import { FieldRow, SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { PickField } from '../../ui/form/pick-field.tsx';
import { humanize } from '../../ui/tags.tsx';

const optionsOf = (values: readonly string[]) =>
  values.map((value) => ({ value, label: humanize(value) }));

/** Title, description, issue type and priority. */
export function TicketWords() {
  return (
    <>
      <TextField name="title" label="Title" maxLength={200} />
      <TextAreaField name="description" label="Description" rows={4} />
      <FieldRow>
        <SelectField name="issueType" label="Issue type" options={optionsOf(issueTypes)} />
        <SelectField name="priority" label="Priority" options={optionsOf(priorities)} />
      </FieldRow>
    </>
  );
}

const MOST_USERS = 500;

/** The active users, for the choice of an assignee. */
export function useAssignees(): readonly User[] {
  const read = useRead('listUsers', {
    query: { status: 'active', sort: 'fullName', pageSize: MOST_USERS },
  });
  return read.data?.rows ?? [];
}

interface AssigneeFieldProps {
  name?: string;
  /** Label of the empty option; without it a user must be chosen. */
  none?: string;
}

/** Picks the user who works on a ticket, oneself first. */
export function AssigneeField({ name = 'assignedTo', none = 'Nobody yet' }: AssigneeFieldProps) {
  const users = useAssignees();
  const me = useStoredUser()?.id;
  const mine = users.filter(({ id }) => id === me);
  const others = users.filter(({ id }) => id !== me);
  return (
    <SelectField
      name={name}
      label="Assigned to"
      none={none}
      options={[
        ...mine.map(({ id, fullName }) => ({ value: String(id), label: `${fullName} (me)` })),
        ...others.map(({ id, fullName }) => ({ value: String(id), label: fullName })),
      ]}
    />
  );
}

const SHOWN = 20;

interface TicketFieldProps {
  name: string;
  label: string;
  /** A ticket that is not offered. */
  without: number;
  onPicked?: (ticket: Ticket) => void;
}

/** Picks a ticket by a search on the server. */
export function TicketField({ name, label, without, onPicked }: TicketFieldProps) {
  const [search, setSearch] = useState<string>();
  const found = useRead(
    'listTickets',
    { query: { ...(search ? { q: search } : {}), sort: '-createdAt', pageSize: SHOWN } },
    { when: search !== undefined, keepPrevious: true },
  );
  const tickets = (found.data?.rows ?? []).filter(
    ({ id, mergedIntoId }) => id !== without && mergedIntoId === null,
  );
  return (
    <PickField
      name={name}
      label={label}
      many="tickets"
      placeholder="Search by number, title or customer"
      options={tickets.map(({ id, ticketId, title, status, customerName }) => ({
        value: String(id),
        label: `${ticketId} ${title}`,
        code: ticketId,
        detail: [customerName, humanize(status)].filter(Boolean).join(' · '),
      }))}
      searched={search}
      isLoading={found.isLoading || found.isRefreshing}
      failure={found.error?.message}
      onSearch={setSearch}
      onRetry={found.refresh}
      onPicked={({ value }) => {
        const ticket = tickets.find(({ id }) => String(id) === value);
        if (ticket) onPicked?.(ticket);
      }}
    />
  );
}
