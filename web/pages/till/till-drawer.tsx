import { useRead } from '../../client/use-read.ts';
import { RecordDrawer } from '../../parts/record-drawer.tsx';
import { useTillActions } from './till-actions.tsx';
import { TillContents } from './till-contents.tsx';
import { TillStatusTag } from './till-tags.tsx';

interface TillDrawerProps {
  id: number;
  onClose: () => void;
}

/** A till of any user, with its hand-over. */
export function TillDrawer({ id, onClose }: TillDrawerProps) {
  const read = useRead('getTill', { params: { id } });
  const actions = useTillActions();
  return (
    <RecordDrawer
      noun="till"
      read={read}
      title={({ tillNumber, userName }) => `${tillNumber} of ${userName}`}
      subtitle={({ status }) => <TillStatusTag status={status} />}
      actions={actions}
      onClose={onClose}
    >
      {(till) => <TillContents till={till} />}
    </RecordDrawer>
  );
}
