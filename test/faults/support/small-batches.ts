import { LIMITS } from '../../../src/imports/running-hits.ts';

/* Loaded before the service, so that a small import takes many transactions. */

LIMITS.hits = 300;
