import { type ComponentType, useEffect, useState } from 'react';
import { useHasUnsent } from '../parts/uploads/unsent.ts';

interface UnsentFilesProps {
  userId: number;
  connected: boolean;
}

/** Loads what sends and shows the user's unsent files, once there are any; again when the connection returns. */
export function UnsentFiles({ userId, connected }: UnsentFilesProps) {
  const hasUnsent = useHasUnsent(userId);
  const [Status, setStatus] = useState<ComponentType>();
  useEffect(() => {
    if (hasUnsent && connected)
      import('../parts/uploads/upload-status.tsx').then(
        ({ UploadStatus }) => setStatus(() => UploadStatus),
        () => undefined,
      );
  }, [hasUnsent, connected]);
  return Status ? <Status /> : null;
}
