// A process of its own that answers every request with a recorded account, so that only the client's work is measured. Prints its port.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const recordings = JSON.parse(readFileSync(new URL('../test/fixtures/recordings.json', import.meta.url), 'utf8'));
const { answer, type } = recordings['account.visible'];
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () =>
    response.writeHead(200, { 'content-type': type, 'content-length': answer.length }).end(answer),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : ''}\n`);
});
