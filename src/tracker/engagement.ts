let isRunning = false;
let since = 0;
let visible = 0;

/** Whole visible seconds since the last call that gave some; what is left over a second stays for the next one. */
export function takeVisibleSeconds(goesOn: boolean): number {
  const now = performance.now();
  if (isRunning) visible += now - since;
  since = now;
  isRunning = goesOn;
  const seconds = Math.floor(visible / 1000);
  visible %= 1000;
  return seconds;
}
