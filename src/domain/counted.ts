/** Returns a number with its English noun, which gets an s unless the number is 1. */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
