/**
 * A malware scanner on loopback that speaks clamd's INSTREAM over TCP, knows one virus (the harmless EICAR
 * test string) and can be told to have too low a size limit or to hang up.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export interface FakeClamd {
  url: string;
  /** The sizes in bytes of the files that were scanned completely. */
  scannedBytes: number[];
  behave(behaviour: 'scan' | 'too-small' | 'hang-up'): void;
  close(): Promise<void>;
}

export async function startClamd(): Promise<FakeClamd> {
  const scannedBytes: number[] = [];
  const sockets = new Set<Socket>();
  let behaviour: 'scan' | 'too-small' | 'hang-up' = 'scan';

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    if (behaviour === 'hang-up') {
      socket.destroy();
      return;
    }
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (behaviour === 'too-small' && received.length > 1_000) {
        socket.end('INSTREAM size limit exceeded. ERROR\0');
        return;
      }
      if (received.equals(ping)) socket.end('PONG\0');
      const file = wholeFile(received);
      if (!file) return;
      scannedBytes.push(file.length);
      socket.end(file.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `tcp://127.0.0.1:${port}`,
    scannedBytes,
    behave(next) {
      behaviour = next;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const ping = Buffer.from('zPING\0');
const command = 'zINSTREAM\0';

/** The file inside a complete INSTREAM; undefined until the empty chunk has come. */
function wholeFile(received: Buffer): Buffer | undefined {
  if (received.subarray(0, command.length).toString() !== command) return undefined;
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
