import { type App, createContext, transact } from '../context.ts';
import { refreshCustomerSearchTexts } from '../customers/service-search.ts';
import { refreshUserSearchTexts } from '../identity/users/service-search.ts';
import { refreshTicketSearchTexts } from '../support/service-search.ts';
import { getSearchTextVersion, setSearchTextVersion } from './queries.ts';

/** Increment it when a rule for search texts changes: existing rows are then rewritten. */
const SEARCH_TEXT_VERSION = 1;

/**
 * Rewrites the search texts of existing rows at the first start after an upgrade, one transaction per batch. A run that
 * was killed starts again at the next start and finds the finished rows unchanged.
 */
export async function bringSearchTextsUpToDate(app: App): Promise<void> {
  if ((await getSearchTextVersion(app.db)) >= SEARCH_TEXT_VERSION) return;
  const ctx = createContext(app, { kind: 'system', job: 'search texts' });
  await refreshCustomerSearchTexts(ctx);
  await refreshUserSearchTexts(ctx);
  await refreshTicketSearchTexts(ctx);
  await transact(ctx, (tx) => setSearchTextVersion(tx.db, SEARCH_TEXT_VERSION, tx.now));
}
