import { runService } from './serve.ts';

await runService();
