import { InputGroup } from '@blueprintjs/core';
import { type AuditRow, auditFilter } from '@nimule/core/identity/schema';
import { actionLabel, kindLabel } from '@nimule/core/reports/kinds/rules';
import { recordKinds } from '@nimule/core/reports/kinds/schema';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useRead } from '../../client/use-read.ts';
import { RecordList } from '../../parts/record-list.tsx';
import { Inline, TwoLines } from '../../ui/layout.tsx';
import { instantColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { defineFilters } from '../../ui/table/filters.ts';
import { useListState } from '../../ui/table/list-state.ts';

/** Most users to choose from. */
const USERS = 200;
const MAX_NUMBER = auditFilter.shape.entityId.unwrap().maxLength ?? 60;

const columns: readonly Column<AuditRow>[] = [
  {
    id: 'action',
    header: 'What',
    kind: 'text',
    priority: 1,
    cell: ({ action, summary }) => (
      <TwoLines quiet={<bdi>{summary}</bdi>}>
        <strong>{sentence(actionLabel(action))}</strong>
      </TwoLines>
    ),
  },
  {
    id: 'entity',
    header: 'Record',
    cell: ({ entity, entityId }) => (
      <TwoLines quiet={<span className="mono">{entityId}</span>}>{kindLabel(entity)}</TwoLines>
    ),
  },
  {
    id: 'who',
    header: 'Who',
    cell: ({ actorName, actorUsername }) => (
      <TwoLines quiet={actorUsername}>
        <bdi>{actorName}</bdi>
      </TwoLines>
    ),
  },
  instantColumn('at', 'When', { sortable: true }),
  { id: 'origin', header: 'From', lesser: true, cell: ({ origin }) => origin },
];

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The kinds of records in the select; the search finds lines of others too. */
const filterSchema = auditFilter.extend({
  entity: z.enum(['user', ...Object.keys(recordKinds)]).optional(),
});

/** Who changed what, newest first: by user, kind of record, one record, days and words. */
export function AuditTable() {
  const users = useRead('listUsers', { query: { pageSize: USERS } });
  const list = useMemo(() => {
    const names = new Map(
      users.data?.rows.map(({ username = '', fullName }) => [username, fullName] as const),
    );
    return {
      filters: defineFilters(filterSchema, {
        user: {
          label: 'User',
          all: 'All users',
          options: [...names.keys()],
          labels: (username) => names.get(username) ?? username,
          takesAny: true,
        },
        entity: { label: 'Kind of record', all: 'All kinds', labels: kindLabel, takesAny: true },
        entityId: { label: 'Record', onlyIfSet: true },
        since: { label: 'From day' },
        until: { label: 'To day' },
      }),
      sorts: ['at'],
      sort: '-at',
      prefix: 'audit-',
    };
  }, [users.data]);
  return (
    <RecordList
      operation="listAuditLog"
      label="Audit log"
      many="changes"
      columns={columns}
      rowName={({ action, entityId }) => `${action} ${entityId}`}
      list={list}
      search="Search by who, what or words"
      tools={<RecordNumber list={list} />}
      empty={{
        title: 'Nothing is on record',
        description: 'What users, the shell and the jobs change is listed here.',
      }}
    />
  );
}

/** One record, by the number or name that staff know. */
function RecordNumber({ list }: { list: Parameters<typeof useListState>[0] }) {
  const { chosen, setFilter } = useListState(list);
  const shown = chosen.entityId ?? '';
  const [typed, setTyped] = useState({ shown, text: shown });
  const text = typed.shown === shown ? typed.text : shown;
  return (
    <form
      aria-label="Changes of one record"
      onSubmit={(event) => {
        event.preventDefault();
        setFilter('entityId', text.trim());
      }}
    >
      <Inline>
        <InputGroup
          aria-label="Number of a record"
          placeholder="Record, such as SC001"
          maxLength={MAX_NUMBER}
          value={text}
          onChange={(event) => setTyped({ shown, text: event.target.value })}
          onBlur={() => setFilter('entityId', text.trim())}
        />
      </Inline>
    </form>
  );
}
