/*
 * Imported before everything else, because these variables are read once, when libraries load and when the first file
 * is opened. An empty variable counts as not set. Outside production the GraphQL executor repeats checks meant for
 * developers, and Express writes stack traces into responses.
 */
process.env.NODE_ENV ||= 'production';
// All threads share libuv's, which commits, files and statements of SQLite occupy while they work; four are too few.
process.env.UV_THREADPOOL_SIZE ||= '16';
