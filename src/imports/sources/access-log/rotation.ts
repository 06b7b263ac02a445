/** What a rotation adds to the name of a log: `.1`, or a date. */
const NUMBER = /\.(\d{1,4})(?:\.(?:gz|bz2|zst))?$/;
const DATE = /[-._]?(\d{4}-?\d\d-?\d\d(?:[-_T]?\d{2,6})?)(?=[.-]|$)/;

interface Place {
  readonly stem: string;
  /** The date in the name; empty without one. */
  readonly date: string;
  /** How often the file was rotated since; 0 for the one that is written to. */
  readonly age: number;
}

function placeOf(name: string): Place {
  const date = DATE.exec(name);
  if (date) return { stem: name.slice(0, date.index), date: date[1] as string, age: 1 };
  const number = NUMBER.exec(name);
  return number
    ? { stem: name.slice(0, number.index), date: '', age: Number(number[1]) }
    : { stem: name.replace(/\.(?:gz|bz2|zst)$/, ''), date: '', age: 0 };
}

/** Returns the name that a log and what was rotated of it have in common. */
export function logOf(name: string): string {
  return placeOf(name).stem.replace(/\.log$/, '');
}

/** Compares the names of logs by the time of what is in them, the oldest first: `access.log.2`, `access.log.1`, `access.log`. */
export function byRotation(a: string, b: string): number {
  const one = placeOf(a);
  const other = placeOf(b);
  return (
    compare(one.stem, other.stem) ||
    Math.sign(other.age - one.age) * Number(one.date === '' && other.date === '') ||
    compare(one.date === '' ? '~' : one.date, other.date === '' ? '~' : other.date) ||
    compare(a, b)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
