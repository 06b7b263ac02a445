import { writeFileSync } from 'node:fs';
import { sdl } from '../src/graphql/schema.ts';

// Writes the published contracts that are printed from the code; the tests fail when a file here is not what this writes.
writeFileSync(new URL('schema.graphql', import.meta.url), sdl());
