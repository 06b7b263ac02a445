import { Rotation } from '../../../../src/spool/rotation.ts';

/* Loaded before the service, so that a few hundred hits fill several files of a spool. */

const { create } = Rotation;

Object.assign(Rotation, {
  create: (options: Parameters<typeof create>[0]) => create.call(Rotation, { ...options, bytes: 400_000 }),
});
