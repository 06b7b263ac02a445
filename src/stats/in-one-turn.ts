/**
 * Options of a DataLoader that reads together what is requested in one turn of the event loop. Questions of one request
 * come some turns of promises apart.
 */
export const inOneTurn = { cache: false, batchScheduleFn: (read: () => void) => void setImmediate(read) } as const;
