import './process/production.ts';
import { setFlagsFromString } from 'node:v8';
import { runService } from './service/serve.ts';

// V8 sometimes pretenures objects that a request needs, and each then keeps all later ones alive. In one of five
// processes that doubled the slowest response times. It has to be off before any such code is compiled.
setFlagsFromString('--no-allocation-site-pretenuring');

// By default each thread may take 128 MB for new objects alone, and its heap may grow to four times of what is in use.
// The first limit holds for threads that are started from here on.
setFlagsFromString('--max-semi-space-size=8');
setFlagsFromString('--heap-growing-percent=100');

// Only its own user may read what the service writes: the database holds e-mail addresses of accounts and secrets.
process.umask(0o077);

await runService();
