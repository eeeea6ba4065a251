// Starts pdf-worker.ts in dev and tests, where no compiled file exists. Node 20 does not apply the
// loader hooks of --import inside a worker, so the worker itself registers the loader.
import { register } from 'tsx/esm/api';

register();
await import('./pdf-worker.ts');
