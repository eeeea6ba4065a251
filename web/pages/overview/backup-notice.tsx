import { paths } from '../../app/paths.ts';
import { useRead } from '../../client/use-read.ts';
import { BackupAlert, PausedNotice } from '../../parts/backup-notices.tsx';
import { useMay } from '../../ui/allowed.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** What is wrong with the backups, for users who may see them; the others' browsers do not ask. */
export function BackupNotice() {
  const { data } = useRead('getBackupStats', undefined, { when: useMay()('backup.read') });
  const link = <LinkButton to={paths.backups}>See the backups</LinkButton>;
  return (
    <>
      {data?.alert && <BackupAlert alert={data.alert} action={link} />}
      {data?.pause && <PausedNotice pause={data.pause} action={link} />}
    </>
  );
}
