import { main } from '../process.ts';

/** What bin/isp.mjs starts from dist, from the sources. */
await main();
