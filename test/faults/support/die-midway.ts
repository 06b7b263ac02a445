import { migrations } from '../../../src/db/migrations/all.ts';
import { named } from './seam.ts';

// Preloaded by the upgrade that is to be killed: it dies where half of the migrations are applied.
Object.assign(named([...migrations], '0020-attention'), { up: async () => process.kill(process.pid, 'SIGKILL') });
