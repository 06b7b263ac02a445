import { BREAKAGES, type BreakageName } from './breakages.ts';

/* Loaded before the service by a control, in its process and in each of its threads. */

for (const { owner, name, broken } of await BREAKAGES[process.env.FAULTS_BREAK as BreakageName].seams())
  Object.assign(owner, { [name]: broken });
