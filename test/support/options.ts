/** Refuses words of an option that stand for nothing, since a run that does nothing would look as if all held. */
export function checkWords(
  option: string,
  given: readonly string[],
  isKnown: (word: string) => boolean,
  known: Iterable<string>,
): void {
  const wrong = given.find(word => word === '' || !isKnown(word));
  if (wrong !== undefined)
    refuse(`--${option} names ${JSON.stringify(wrong)}; there are: ${[...new Set(known)].join(', ')}.`);
}

/** The number of an option, from `least` on. */
export function numberOption(option: string, given: string, least: number): number {
  const number = given.trim() === '' ? Number.NaN : Number(given);
  if (!Number.isFinite(number) || number < least)
    refuse(`--${option} is ${JSON.stringify(given)}; give a number from ${least} on.`);
  return number;
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(2);
}
