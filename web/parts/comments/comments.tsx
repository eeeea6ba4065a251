import { Intent, SegmentedControl, TextArea } from '@blueprintjs/core';
import type { Permission } from '@nimule/core/identity/permissions';
import { useId } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import { useRefusal } from '../../ui/allowed.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Readable } from '../../ui/table/readable.ts';
import { Label } from '../../ui/tags.tsx';
import { InstantText, Notes } from '../../ui/values.tsx';
import { useDraft } from '../draft/draft.ts';
import styles from './comments.module.css';

export interface Comment {
  id: number;
  isInternal: boolean;
  body: string;
  createdAt: Date;
  createdBy: string;
}

interface CommentsProps {
  read: Readable<readonly Comment[]>;
  /** Name of the record for labels: 'TKT-001'. */
  name: string;
  permission: Permission;
  busy: boolean;
  /** Sends a comment; rejects if it was not stored, after it has shown why. */
  onSend: (comment: { body: string; isInternal: boolean }) => Promise<unknown>;
}

/** Comments of a record, oldest first, and a composer whose text is kept until it has been sent. */
export function Comments({ read, name, ...composer }: CommentsProps) {
  return (
    <div className={styles.comments}>
      <Loaded read={read} loading="Loading the comments…" lines={3}>
        {(comments) =>
          comments.length === 0 ? (
            <p className="quiet">No comments yet.</p>
          ) : (
            <ol className={styles.list} aria-label={`Comments on ${name}`}>
              {comments.map((comment) => (
                <li key={comment.id} className={styles.comment}>
                  <div className={styles.head}>
                    <strong>{comment.createdBy}</strong>
                    <Label>{comment.isInternal ? 'Internal' : 'Public'}</Label>
                    <span className={`quiet ${styles.at}`}>
                      <InstantText at={comment.createdAt} />
                    </span>
                  </div>
                  <div dir="auto">
                    <Notes text={comment.body} />
                  </div>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
      <Composer name={name} {...composer} />
    </div>
  );
}

const INTERNAL = 'internal';
const PUBLIC = 'public';

function Composer({ name, permission, busy, onSend }: Omit<CommentsProps, 'read'>) {
  const id = useId();
  const refusal = useRefusal()(permission);
  const [draft, setDraft, clear] = useDraft(`comment-${name}`);
  const body = draft.body ?? '';
  const isInternal = draft.kind !== PUBLIC;
  const isBlank = body.trim() === '';
  const send = () => {
    if (isBlank || busy || refusal) return;
    // What was typed stays if it could not be sent.
    onSend({ body, isInternal }).then(clear, () => undefined);
  };
  return (
    <form
      className={styles.composer}
      aria-label={`Comment on ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        Comment
      </label>
      <TextArea
        id={id}
        fill
        rows={3}
        dir="auto"
        value={body}
        maxLength={5000}
        disabled={refusal !== undefined}
        placeholder={isInternal ? 'A note for colleagues' : 'What the customer was told'}
        onChange={(event) => setDraft({ body: event.target.value })}
      />
      <div className={styles.foot}>
        <SegmentedControl
          aria-label="Who the comment is for"
          size="small"
          options={[
            { value: INTERNAL, label: 'Internal' },
            { value: PUBLIC, label: 'Public' },
          ]}
          value={isInternal ? INTERNAL : PUBLIC}
          onValueChange={(kind) => setDraft({ kind })}
        />
        <span className={`quiet ${styles.keys}`}>Ctrl+Enter sends</span>
        <span className={styles.submit}>
          <ActionButton
            type="submit"
            intent={Intent.PRIMARY}
            disabledReason={refusal ?? (isBlank ? 'Write a comment first.' : undefined)}
            aria-busy={busy}
          >
            {busy ? 'Sending…' : 'Comment'}
          </ActionButton>
        </span>
      </div>
    </form>
  );
}
