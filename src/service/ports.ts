import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

interface PortOptions {
  readonly host: string;
  readonly port: number;
  readonly sharedPort: number | null;
}

/** The open ports of a gateway. */
export interface Ports {
  /** The port that is this gateway's alone. */
  readonly own: number;
  /** Accepts no more connections; resolves when the last one is closed. */
  close(): Promise<void>;
}

/** Lets the server listen on its own port and on the one it shares with other gateways. Rejects with the error of the system. */
export async function openPorts(server: HttpServer, { host, port, sharedPort }: PortOptions): Promise<Ports> {
  await listen(server, { host, port });
  // One server handles both, so that its limits and its end hold for every connection.
  const shared = createServer({ allowHalfOpen: true, noDelay: true }, socket => server.emit('connection', socket));
  if (sharedPort !== null)
    await listen(shared, { host, port: sharedPort, reusePort: true }).catch(error => {
      server.close();
      throw error;
    });
  return {
    own: (server.address() as AddressInfo).port,
    close: async () => void (await Promise.all([server, shared].map(close))),
  };
}

function listen(server: Server, options: { host: string; port: number; reusePort?: boolean }): Promise<void> {
  return new Promise((resolve, reject) => server.once('error', reject).listen(options, resolve));
}

function close(server: Server): Promise<void> {
  return new Promise(resolve => server.close(() => resolve()));
}
