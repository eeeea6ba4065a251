// Starts sheets-worker.ts in development and tests, where no compiled file exists. Node 20 does not apply the
// loader hooks of --import inside a worker, so the worker registers the loader itself.
import { register } from 'tsx/esm/api';

register();
await import('./sheets-worker.ts');
