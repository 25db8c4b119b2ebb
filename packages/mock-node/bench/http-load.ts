// node http-load.ts PORT PATH BODY: sends one request again and again over eight connections, and prints the responses per second.
import { connect } from 'node:net';

const [port = '', path = '', body = ''] = process.argv.slice(2);
const connections = 8;
const warmUp = 1500;
const measured = 3000;

const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
const request = Buffer.from(head + body);
let answers = 0;

/** Counts complete responses by their length and ignores the rest of them. */
function keepSending(): void {
  let text = '';
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(request));
  socket.setNoDelay(true).setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    const end = text.indexOf('\r\n\r\n') + 4;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
    if (end < 4 || !(text.length >= end + length)) return;
    text = text.slice(end + length);
    answers += 1;
    socket.write(request);
  });
}

for (let opened = 0; opened < connections; opened++) keepSending();
setTimeout(() => {
  answers = 0;
  const started = performance.now();
  setTimeout(() => {
    console.log(Math.round((answers / (performance.now() - started)) * 1000));
    process.exit(0);
  }, measured);
}, warmUp);
