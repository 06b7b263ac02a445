/** Returns a cell without what databases write for NULL. */
export function known(cell: string): string {
  return cell === '\\N' || cell === 'NULL' ? '' : cell;
}
