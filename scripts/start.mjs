// `npm start`: from a fresh clone to the demo company in a browser. What follows `--` goes to `isp serve`.
import { build } from './build.mjs';
import { install } from './install.mjs';

install();
build();
process.env.NODE_ENV ??= 'production';
// In this process, so that signals and the exit code are the server's.
process.argv.splice(2, 0, 'serve', '--demo');
await import('../cli/bin/isp.mjs');
