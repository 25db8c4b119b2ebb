#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// The program is loaded afterwards, so that its code is compiled once.
enableCompileCache();
const { runCommand } = await import('./run-command.ts');

// A reader such as `head` may close the pipe early.
process.stdout.on('error', () => process.exit(0));

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

process.exitCode = await runCommand(process.argv.slice(2), {
  stdin: () => process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  signal: stop.signal,
});
