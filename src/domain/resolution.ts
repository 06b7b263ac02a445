const SIZE = /^(\d{1,5})x(\d{1,5})$/i;

/**
 * Returns width and height in CSS pixels as `1920x1080`, without leading zeros; empty for other text and if a side is
 * 0.
 */
export function parseResolution(text: string): string {
  const match = SIZE.exec(text.length > 32 ? '' : text.trim());
  if (match === null) return '';
  const width = Number(match[1]);
  const height = Number(match[2]);
  return width > 0 && height > 0 ? `${width}x${height}` : '';
}
