#!/usr/bin/env node
import { styleText } from 'node:util';
import { runCommand } from './command/run-command.ts';

const outcome = await runCommand(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  printProblem: (text) => void process.stderr.write(text),
  // No styles if the output is not a terminal, unless NO_COLOR or FORCE_COLOR say otherwise.
  style: (style, text) => styleText(style, text, { stream: process.stdout }),
});

// Keeps running after the reader of its output closes the pipe.
process.stdout.on('error', () => undefined);

if ('exitCode' in outcome) process.exitCode = outcome.exitCode;
else {
  let isStopping = false;
  const stop = (): void => {
    // Responses may take as long as clients like. A second signal does not wait for them.
    if (isStopping) process.exit(1);
    isStopping = true;
    void outcome.stop().then((code) => process.exit(code));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
