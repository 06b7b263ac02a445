/** Refuses unknown words of an option, since a run that does nothing would look like a success. */
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

/** Returns the number of an option; ends the process if it is below `least` or not a number. */
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
