// `npm start`: from a fresh clone to the demo company in a browser. What follows `--` goes to `isp serve`.
import { startBuild } from './build.mjs';
import { install } from './install.mjs';

await install();
const { server, portal } = startBuild();
await server;
process.env.NODE_ENV ??= 'production';
// In this process, so that signals and the exit code are the server's.
process.argv.splice(2, 0, 'serve', '--demo');
const { main } = await import('../cli/dist/process.js');
// The database and the demo company are made while the portal is built.
await main(portal);
