import { setFlagsFromString } from 'node:v8';

/*
 * Imported before everything else, because these variables are read once, when libraries load and when the first file
 * is opened, and V8 reads its flags when it compiles. An empty variable counts as not set. Outside production the
 * GraphQL executor repeats checks meant for developers, and Express writes stack traces into responses.
 */
process.env.NODE_ENV ||= 'production';
// All threads share libuv's, which commits, files and statements of SQLite occupy while they work; four are too few.
process.env.UV_THREADPOOL_SIZE ||= '16';

// V8 sometimes pretenures objects that a request needs, and each then keeps all later ones alive. In one of five
// processes that doubled the slowest response times.
setFlagsFromString('--no-allocation-site-pretenuring');

// By default each thread may take 128 MB for new objects alone, and its heap may grow to four times of what is in use.
// The first limit holds for threads that are started from here on; the main thread gets its own on the command line, in
// package.json, Dockerfile and deploy/footfall.service.
setFlagsFromString('--max-semi-space-size=8');
setFlagsFromString('--heap-growing-percent=100');
