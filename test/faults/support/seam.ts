/** A step of a class or of a list, or a limit, and what a control puts in its place. */
export interface Seam {
  readonly owner: object;
  readonly name: string;
  readonly broken: unknown;
}

/** A missing guarantee, as a mistake could cause it. */
export interface Breakage {
  readonly what: string;
  /** Returns what is replaced, in the process and in each of its threads, before the service runs. */
  readonly seams: () => Promise<readonly Seam[]>;
}

/** The types make sure that the owner has such a step, and that its replacement can stand in for it. */
export function seam<T extends object, K extends string & keyof T>(owner: T, name: K, broken: T[K]): Seam {
  return { owner, name, broken };
}

export function named<T extends { readonly name: string }>(list: readonly T[], name: string): T {
  const found = list.find(entry => entry.name === name);
  if (!found) throw new Error(`There is no ${name}; there are: ${list.map(entry => entry.name).join(', ')}.`);
  return found;
}
