// node bare-server.ts ANSWERS: does the least that a JSON server must do. It parses the body of each request and prints
// the answer for its path; ANSWERS is an object of values by path.
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { reportToParent } from './server-process.ts';

const answers = JSON.parse(process.argv[2] ?? '{}') as Record<string, unknown>;
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    JSON.parse(body);
    const answer = JSON.stringify(answers[request.url ?? '']);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) };
    response.writeHead(200, headers).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => reportToParent((server.address() as AddressInfo).port));
