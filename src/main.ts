import './process/production.ts';
import { setFlagsFromString } from 'node:v8';
import { runService } from './service/serve.ts';

// V8 may take a liking to making what a request needs old from the start; each then keeps all that came after it. In one of
// five processes that doubled the slowest answers. It has to be off before anything is compiled that would do so.
setFlagsFromString('--no-allocation-site-pretenuring');

// What it writes is for its own user alone: the database holds addresses of accounts and secrets.
process.umask(0o077);

await runService();
