/** The minimum cost of serving a range of a file: node:http and a file stream. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';

const { PORT, FILE = '' } = process.env;

const server = createServer((request, response) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined || last === undefined) {
    response.end();
    return;
  }
  const [start, end] = [Number(first), Number(last)];
  response.writeHead(206, { 'content-length': end - start + 1, 'content-type': 'audio/wav' });
  createReadStream(FILE, { start, end }).pipe(response);
});
server.listen(Number(PORT), '127.0.0.1');
