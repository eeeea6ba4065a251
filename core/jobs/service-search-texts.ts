import { type App, createContext, transact } from '../context.ts';
import { refreshCustomerSearchTexts } from '../customers/service-search.ts';
import { refreshUserSearchTexts } from '../identity/users/service-search.ts';
import { getSearchTextVersion, setSearchTextVersion } from './queries.ts';

/** Raised whenever a rule that makes search texts changes: those of existing rows are then written anew. */
const SEARCH_TEXT_VERSION = 1;

/**
 * Brings the search texts of existing rows to the rules of this version, in batches that each commit, at the first start
 * after an upgrade. A run that was killed begins again at the next start and finds the rows already done unchanged.
 */
export async function bringSearchTextsUpToDate(app: App): Promise<void> {
  if ((await getSearchTextVersion(app.db)) >= SEARCH_TEXT_VERSION) return;
  const ctx = createContext(app, { kind: 'system', job: 'search texts' });
  await refreshCustomerSearchTexts(ctx);
  await refreshUserSearchTexts(ctx);
  await transact(ctx, (tx) => setSearchTextVersion(tx.db, SEARCH_TEXT_VERSION, tx.now));
}
