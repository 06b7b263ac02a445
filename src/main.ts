import './process/production.ts';
import { runService } from './service/run.ts';

// Only its own user may read what the service writes: the database holds e-mail addresses of accounts and secrets.
process.umask(0o077);

await runService();
