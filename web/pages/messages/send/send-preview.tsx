import { Callout, Intent } from '@blueprintjs/core';
import { localPhone } from '@nimule/core/kernel/phone';
import type { SendPreview } from '@nimule/core/messaging/schema';
import { counted, numberText } from '../../../ui/counted.ts';
import { Stack, TwoLines } from '../../../ui/layout.tsx';
import { SmallTable } from '../../../ui/table/small-table.tsx';
import styles from '../messages.module.css';

/** Who gets a message, with the first texts; who does not, and why; its parts and cost; why it waits. */
export function SendPreviewText({ preview }: { preview: SendPreview }) {
  const { recipients, first, leftOut, parts, totalParts, costUsd, problem, waits } = preview;
  const more = recipients - first.length;
  return (
    <Stack>
      {problem && (
        <Callout compact intent={Intent.DANGER} role="alert">
          {problem}
        </Callout>
      )}
      <p className={styles.figures}>
        <strong>{counted(recipients, 'recipient')}</strong>
        <span>{counted(totalParts, 'SMS part')}</span>
        <span>{costUsd === null ? 'Cost not known: no price is set' : `Cost $${costUsd}`}</span>
      </p>
      {parts.encoding === 'ucs2' && (
        <Callout compact intent={Intent.WARNING}>
          Sent as Unicode, which has 70 characters a part, because of {parts.unusual.join(', ')}.
        </Callout>
      )}
      {waits && (
        <Callout compact intent={Intent.PRIMARY}>
          {waits}
        </Callout>
      )}
      {leftOut.length > 0 && (
        <section aria-label="Left out">
          <strong>Left out</strong>
          <ul className={styles.leftOut}>
            {leftOut.map((group) => (
              <li key={`${group.reason} ${group.names[0]}`}>
                {group.reason}: {numberText(group.count)} ({group.names.map(localPhone).join(', ')}
                {group.count > group.names.length && ', …'})
              </li>
            ))}
          </ul>
        </section>
      )}
      {first.length > 0 && (
        <>
          <SmallTable
            label="The first recipients"
            scrolls
            columns={[
              {
                header: 'To',
                cell: ({ name, phone }) => (
                  <div className={styles.to}>
                    <TwoLines quiet={name && localPhone(phone)}>
                      {name || localPhone(phone)}
                    </TwoLines>
                  </div>
                ),
              },
              {
                header: 'Text',
                cell: ({ text }) => (
                  <div dir="auto" className={styles.texts}>
                    {text}
                  </div>
                ),
              },
            ]}
            rows={first}
            rowKey={({ phone }) => phone}
          />
          {more > 0 && <p className="quiet">And {numberText(more)} more.</p>}
        </>
      )}
    </Stack>
  );
}
