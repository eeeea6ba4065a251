/** The functions that FreeRADIUS runs, with the types of their arguments. */
export const radiusFunctions = [
  'radius_check(text, text, text)',
  'radius_reply(text, text, text)',
  'radius_reserve(text, text, text)',
  'radius_refused(text, text, text, text)',
  `radius_accounting(${Array.from({ length: 16 }, () => 'text').join(', ')})`,
  'radius_unreadable(text)',
  'radius_is_code(text)',
  'radius_ping()',
] as const;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * The SQL of a role that may run these functions and nothing else. `owner` may end its sessions, without which no restore could
 * replace the database.
 */
export function roleSql(role: string, owner: string): string {
  const name = quoted(role);
  return `${[
    `do $$ begin create role ${name} login; exception when duplicate_object then null; end $$;`,
    `revoke all on all tables in schema public from ${name};`,
    `grant usage on schema public to ${name};`,
    `grant execute on function`,
    radiusFunctions.map((signature) => `  ${signature}`).join(',\n'),
    `  to ${name};`,
    `grant ${name} to ${quoted(owner)};`,
  ].join('\n')}\n`;
}
