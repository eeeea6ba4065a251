import { main } from '../process.ts';

/** The sources of the program that bin/isp.mjs starts from dist. */
await main();
