import type { CodeUse } from '@nimule/core/access/schema-codes';
import { formatInstant } from '@nimule/core/kernel/dates';
import { TwoLines } from '../../ui/layout.tsx';
import { Panel } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Readable } from '../../ui/table/readable.ts';
import { type SmallColumn, SmallTable } from '../../ui/table/small-table.tsx';
import { StatusTag } from '../../ui/tags.tsx';
import { causeText, codeBytesText, codeEndLabels, lengthText } from './access-words.ts';

const columns: readonly SmallColumn<CodeUse>[] = [
  {
    header: 'Code',
    cell: ({ label, firstSignInAt }) => (
      <TwoLines quiet={firstSignInAt && `first on ${formatInstant(firstSignInAt)}`}>
        {label}
      </TwoLines>
    ),
  },
  { header: 'Session', cell: (use) => <Session use={use} /> },
  {
    header: 'Data',
    align: 'right',
    cell: ({ usedBytes, dataBytes }) => (
      <TwoLines
        align="right"
        quiet={dataBytes === null ? 'no limit' : `of ${codeBytesText(dataBytes)}`}
      >
        {codeBytesText(usedBytes)}
      </TwoLines>
    ),
  },
  {
    header: 'Time left',
    align: 'right',
    minor: true,
    cell: ({ secondsLeft, endedBy }) =>
      endedBy !== null ? (
        <span className="quiet">{codeEndLabels[endedBy]}</span>
      ) : secondsLeft === null ? (
        '–'
      ) : (
        lengthText(secondsLeft)
      ),
  },
];

/** The session that is open, else the last one. */
function Session({ use: { session, last } }: { use: CodeUse }) {
  if (session)
    return (
      <TwoLines quiet={<span className="mono">{session.device}</span>}>
        <StatusTag status="active" label="Online" /> at <bdi>{session.routerName}</bdi> since{' '}
        {formatInstant(session.startedAt)}
      </TwoLines>
    );
  if (!last) return <span className="quiet">–</span>;
  return (
    <TwoLines quiet={<span className="mono">{last.device}</span>}>
      Until {formatInstant(last.endedAt)} at <bdi>{last.routerName}</bdi>: {causeText(last.cause)}
    </TwoLines>
  );
}

const MANY = 12;

/** Where the codes of a sale have signed in; those that have not are left out. */
export function CodeSignIns({ read }: { read: Readable<readonly CodeUse[]> }) {
  return (
    <Panel title="Sign-ins" description="At hotspots, by the number of the code">
      <Loaded
        read={read}
        loading="Loading the sign-ins…"
        failed="The sign-ins could not be loaded"
        lines={2}
      >
        {(uses) => {
          const used = uses.filter(({ firstSignInAt }) => firstSignInAt !== null);
          if (uses.length === 0) return <p className="quiet">Routers do not know these codes.</p>;
          if (used.length === 0)
            return <p className="quiet">No code has signed in at a router yet.</p>;
          return (
            <SmallTable
              label="Sign-ins of the codes"
              columns={columns}
              rows={used}
              rowKey={({ sourceId }) => sourceId}
              scrolls={used.length > MANY}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}
