import { Callout, Intent } from '@blueprintjs/core';
import type { AccessSettings } from '@nimule/core/access/schema';
import type { AccessRouter } from '@nimule/core/access/schema-routers';
import { formatInstant } from '@nimule/core/kernel/dates';
import { Link } from 'react-router-dom';
import { paths } from '../../../app/paths.ts';
import styles from '../../../parts/access/access.module.css';
import { everybodyUntil, useAccessSettings } from '../../../parts/access/enforcement.ts';

interface AccessNoticeProps {
  routers?: readonly AccessRouter[] | undefined;
}

/** Says while suspensions are not applied, at all routers or at some; nothing while they are. */
export function AccessNotice({ routers = [] }: AccessNoticeProps) {
  const settings = useAccessSettings();
  const text = settings && noticeText(settings, routers);
  if (!text) return null;
  return (
    <Callout compact icon={null} intent={Intent.WARNING} role="status" className={styles.notice}>
      <p>
        <strong>{text.title}</strong> {text.words} <Link to={paths.accessSettings()}>Settings</Link>
      </p>
    </Callout>
  );
}

/** What the notice says. */
function noticeText(
  settings: AccessSettings,
  routers: readonly AccessRouter[],
): { title: string; words: string } | undefined {
  if (!settings.enforced) return { title: 'Observe only:', words: 'suspensions are not applied.' };
  const until = everybodyUntil(settings);
  if (until)
    return {
      title: 'Everybody is on',
      words: `until ${formatInstant(until)}: nobody is refused for a suspension.`,
    };
  const open = routers.filter((router) => everybodyUntil(router));
  if (open.length === 0) return undefined;
  return {
    title: 'Everybody is on',
    words: `at ${open.map(({ name }) => name).join(', ')}: nobody is refused there for a suspension.`,
  };
}
