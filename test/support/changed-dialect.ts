import type { Dialect } from '../../src/db/dialect.ts';

/** Returns a dialect that does the same as `dialect`, except for the given steps. */
export function changedDialect(dialect: Dialect, steps: Partial<Dialect>): Dialect {
  return new Proxy(dialect, {
    get(target, name) {
      const step: unknown = Reflect.get(name in steps ? steps : target, name);
      return typeof step === 'function' && !(name in steps) ? step.bind(target) : step;
    },
  });
}
