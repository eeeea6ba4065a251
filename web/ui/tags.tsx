import { Intent, Tag } from '@blueprintjs/core';
import type { ReactNode } from 'react';

/** Colours of statuses; others are neutral. */
const intents: Record<string, Intent> = {
  active: Intent.SUCCESS,
  paid: Intent.SUCCESS,
  done: Intent.SUCCESS,
  posted: Intent.SUCCESS,
  balanced: Intent.SUCCESS,
  recorded: Intent.SUCCESS,
  operational: Intent.SUCCESS,
  resolved: Intent.SUCCESS,
  approved: Intent.SUCCESS,
  delivered: Intent.SUCCESS,
  received: Intent.SUCCESS,
  sent: Intent.SUCCESS,
  activated: Intent.SUCCESS,
  accepted: Intent.SUCCESS,
  good: Intent.SUCCESS,
  verified: Intent.SUCCESS,
  present: Intent.SUCCESS,
  full_coverage: Intent.SUCCESS,
  'up to date': Intent.SUCCESS,
  pending: Intent.PRIMARY,
  running: Intent.PRIMARY,
  sending: Intent.PRIMARY,
  open: Intent.PRIMARY,
  out: Intent.PRIMARY,
  assigned: Intent.PRIMARY,
  in_progress: Intent.PRIMARY,
  reviewed: Intent.PRIMARY,
  confirmed: Intent.PRIMARY,
  ordered: Intent.PRIMARY,
  expanding: Intent.PRIMARY,
  unused: Intent.PRIMARY,
  requested: Intent.PRIMARY,
  'ready to run': Intent.PRIMARY,
  partial: Intent.WARNING,
  review: Intent.WARNING,
  counted: Intent.WARNING,
  damaged: Intent.WARNING,
  nearing: Intent.WARNING,
  'nearing overdue': Intent.WARNING,
  maintenance: Intent.WARNING,
  promised: Intent.WARNING,
  late: Intent.WARNING,
  escalated: Intent.WARNING,
  high: Intent.WARNING,
  unknown: Intent.WARNING,
  written: Intent.WARNING,
  suspended: Intent.DANGER,
  overdue: Intent.DANGER,
  failed: Intent.DANGER,
  lost: Intent.DANGER,
  offline: Intent.DANGER,
  rejected: Intent.DANGER,
  critical: Intent.DANGER,
  absent: Intent.DANGER,
  unbalanced: Intent.DANGER,
};

/** 'mobile_money' → 'Mobile money'. */
export function humanize(value: string): string {
  const text = value.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface StatusTagProps {
  status: string;
  /** Default: the status. */
  label?: string;
}

export function StatusTag({ status, label }: StatusTagProps) {
  return (
    <Tag minimal round intent={intents[status.toLowerCase()] ?? Intent.NONE}>
      {label ?? humanize(status)}
    </Tag>
  );
}

/** A tag for a role, category or type. */
export function Label({ children }: { children: ReactNode }) {
  return <Tag minimal>{children}</Tag>;
}

/** Marks what needs a second look; the reason is its tooltip. */
export function WarningTag({ reason, children }: { reason: string; children: ReactNode }) {
  return (
    <Tag minimal round intent={Intent.WARNING} title={reason}>
      {children}
    </Tag>
  );
}

/** Marks a sample figure, shown until there are data (decision 19). */
export function SampleTag() {
  return (
    <Tag
      minimal
      intent={Intent.WARNING}
      title="A figure that stands in until there are data of your own"
    >
      sample
    </Tag>
  );
}
