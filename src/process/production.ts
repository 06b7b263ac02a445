/*
 * Imported before everything else, because libraries read this variable once, when they load. Outside production the
 * GraphQL executor repeats checks meant for developers, and Express writes stack traces into responses. An empty
 * variable counts as not set.
 */
process.env.NODE_ENV ||= 'production';
