/*
 * Imported before everything else, because libraries look once, when they are loaded: unless told that this is production, the
 * executor of GraphQL checks every type again for developers, and Express writes stack traces into answers. An empty variable is one that
 * is not set.
 */
process.env.NODE_ENV ||= 'production';
