/** Resolves when all are over, which a transaction must wait for; rejects if one was rejected. */
export async function together(all: readonly unknown[]): Promise<void> {
  await Promise.allSettled(all);
  await Promise.all(all);
}
