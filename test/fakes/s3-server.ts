import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { refusalAnswer, type S3Answer, S3Refusal } from './s3-answer.ts';
import { S3Bucket } from './s3-bucket.ts';
import { type S3Fault, S3Faults } from './s3-faults.ts';
import { parseCall, perform, type S3Operation } from './s3-operations.ts';
import { verifyPayload } from './s3-payload.ts';
import { type S3Credentials, verifySignature } from './s3-signature.ts';

// An S3 server on loopback with one bucket in memory. It trusts nobody: signatures, body hashes, checksums,
// part sizes and ETags are checked as by the real one, and on request it fails like the real one.

export interface S3Server {
  url: string;
  bucketName: string;
  credentials: S3Credentials;
  /** What is in the bucket now, and the uploads that were neither completed nor aborted. */
  bucket: S3Bucket;
  faults: S3Faults;
  /** Every request so far, including those that met a fault. */
  requests: { operation: S3Operation; key: string }[];
  close(): Promise<void>;
}

const credentials = { accessKeyId: 'AKIDTEST', secretAccessKey: 'not-a-secret', region: 'us-east-1' };

export async function startS3Server(): Promise<S3Server> {
  const state = {
    bucketName: 'memories',
    credentials,
    bucket: new S3Bucket(),
    faults: new S3Faults(),
    requests: [],
  };
  const server = createServer((request, response) => void handle(state, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The S3 server has no port');
  return {
    ...state,
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type State = Omit<S3Server, 'url' | 'close'>;

async function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const call = parseCall(request);
    state.requests.push({ operation: call.operation, key: call.key });
    const fault = state.faults.take(call.operation);
    const body = await readBody(request, fault);
    if (!body) return;
    const answer = answerCall(state, call, body, fault);
    if (fault?.kind === 'slow') await delay(fault.delayMs, undefined, { ref: false });
    send(response, answer, fault);
  } catch (error) {
    if (request.destroyed && !request.complete) return;
    send(response, refusalAnswer(asRefusal(error)), undefined);
  }
}

function answerCall(
  state: State,
  call: ReturnType<typeof parseCall>,
  body: Buffer,
  fault?: S3Fault,
): S3Answer {
  try {
    if (fault?.kind === 'status') throw new S3Refusal(fault.status, statusCodes[fault.status]);
    verifySignature(call.request, state.credentials);
    const bytes = verifyPayload(call.request, fault?.kind === 'flipBit' ? flipBit(body) : body);
    if (call.bucketName !== state.bucketName) throw new S3Refusal(404, 'NoSuchBucket');
    return perform(state.bucket, call, fault?.kind === 'loseByte' ? bytes.subarray(1) : bytes);
  } catch (error) {
    return refusalAnswer(asRefusal(error));
  }
}

const statusCodes = { 500: 'InternalError', 503: 'SlowDown', 507: 'InsufficientStorage' } as const;

/** Undefined if the connection was cut before the end. */
async function readBody(request: IncomingMessage, fault: S3Fault | undefined): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (fault?.kind === 'cutRequest' && sizeBytes >= fault.afterBytes) {
      request.socket.destroy();
      return undefined;
    }
  }
  return Buffer.concat(chunks);
}

function send(
  response: ServerResponse,
  { status, headers, body }: S3Answer,
  fault: S3Fault | undefined,
): void {
  if (fault?.kind === 'cutAnswer' && body.length === 0) {
    response.destroy();
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': body.length });
  if (response.req.method === 'HEAD') response.end();
  else if (fault?.kind === 'cutAnswer') {
    response.write(body.subarray(0, fault.afterBytes), () => response.destroy());
  } else response.end(body);
}

function flipBit(body: Buffer): Buffer {
  const flipped = Buffer.from(body);
  const middle = Math.floor(body.length / 2);
  flipped[middle] = (flipped[middle] ?? 0) ^ 1;
  return flipped;
}

function asRefusal(error: unknown): S3Refusal {
  return error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError', String(error));
}
