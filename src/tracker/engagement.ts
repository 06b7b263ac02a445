let isRunning = false;
let since = 0;
let visible = 0;

/** Returns the whole visible seconds since the last call that returned any; the rest of a second is carried over. */
export function takeVisibleSeconds(goesOn: boolean): number {
  const now = performance.now();
  if (isRunning) visible += now - since;
  since = now;
  isRunning = goesOn;
  const seconds = Math.floor(visible / 1000);
  visible %= 1000;
  return seconds;
}
