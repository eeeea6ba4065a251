const removable = (what: string) => ({ class: 'records', deletes: what }) as const;

/** Access accounts, and what routers report: records, which later reports correct. */
export const accessClasses = {
  access_profiles: { class: 'records' },
  access_accounts: removable('accounts'),
  access_first_sign_ins: removable('those that were taken over'),
  access_stale: removable('marks of accounts that were decided about'),
  radius_routers: removable('routers'),
  radius_sessions: removable('sessions that have ended'),
  radius_closed_sessions: removable('old ones, and those that a later report opens again'),
  radius_usage: removable('days of two years ago'),
  radius_months: removable('months of two years ago'),
  radius_refusals: removable('old ones'),
  radius_orders: removable('orders that were carried out'),
  radius_endings: removable('endings that were carried out'),
  radius_reservations: removable('places of sessions that have begun'),
  radius_unusable: removable('days of three months ago'),
} as const;
