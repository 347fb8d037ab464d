import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { S3Refusal } from './s3-answer.ts';
import { header } from './s3-signature.ts';

// What S3 requires of a request's body: the hash it was signed with, the announced length, and the checksum it carries.

const streamed = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

/** Extracts the object's bytes from the request's body; throws an S3Refusal if they are not what the request announced. */
export function verifyPayload(request: IncomingMessage, body: Buffer): Buffer {
  const promised = header(request, 'x-amz-content-sha256');
  if (promised === streamed) return verifyChunkedPayload(request, body);
  if (promised.startsWith('STREAMING-')) throw new S3Refusal(501, 'NotImplemented', promised);
  if (promised !== 'UNSIGNED-PAYLOAD' && createHash('sha256').update(body).digest('hex') !== promised) {
    throw new S3Refusal(400, 'XAmzContentSHA256Mismatch');
  }
  verifyChecksum('x-amz-checksum-crc32', header(request, 'x-amz-checksum-crc32'), body);
  return body;
}

function verifyChunkedPayload(request: IncomingMessage, body: Buffer): Buffer {
  const { bytes, trailers } = decodeChunks(body);
  if (bytes.length !== Number(header(request, 'x-amz-decoded-content-length'))) {
    throw new S3Refusal(400, 'IncompleteBody');
  }
  const name = header(request, 'x-amz-trailer').toLowerCase();
  const value = trailers.get(name);
  if (!value) throw new S3Refusal(400, 'MalformedTrailerError', `No trailer ${name}`);
  verifyChecksum(name, value, bytes);
  return bytes;
}

/** aws-chunked: `<size in hex>[;extension]\r\n<bytes>\r\n`, ended by a chunk of size 0 and then the trailers. */
function decodeChunks(body: Buffer): { bytes: Buffer; trailers: Map<string, string> } {
  const chunks: Buffer[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = body.indexOf('\r\n', position);
    const sizeBytes = Number.parseInt(body.toString('latin1', position, lineEnd), 16);
    if (lineEnd < 0 || Number.isNaN(sizeBytes)) throw new S3Refusal(400, 'IncompleteBody');
    position = lineEnd + 2;
    if (sizeBytes === 0) break;
    chunks.push(body.subarray(position, position + sizeBytes));
    position += sizeBytes + 2;
  }
  const lines = body.toString('latin1', position).split('\r\n').filter(Boolean);
  const trailers = lines
    .map((line) => line.split(/:\s*/, 2))
    .map(([name = '', value = '']) => [name, value] as const);
  return { bytes: Buffer.concat(chunks), trailers: new Map(trailers) };
}

function verifyChecksum(name: string, value: string, bytes: Buffer): void {
  if (value === '') return;
  if (name !== 'x-amz-checksum-crc32') throw new S3Refusal(501, 'NotImplemented', name);
  const found = Buffer.alloc(4);
  found.writeUInt32BE(crc32(bytes));
  if (found.toString('base64') !== value) throw new S3Refusal(400, 'BadDigest');
}
