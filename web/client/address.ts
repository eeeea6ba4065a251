export interface AddressParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/** The path of an operation, '/api/customers/:id', with its parameters and query. */
export function addressOf(path: string, { params, query }: AddressParts = {}): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String(params?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
