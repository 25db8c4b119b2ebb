import { bytesToHex } from '@noble/hashes/utils.js';
import { CONSOLE_ADDRESS } from '../../abi/console-address.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { type Tracing } from '../../vm/machine/trace.ts';

/** Further lines of one request are only counted, because nobody reads that many. */
const MAX_CALLS = 1000;
const MAX_BYTES = 1_000_000;

/** The lines that contracts write with Solidity's `console.log`, which are calls of an account without code. */
export interface ConsoleLog {
  /** Watches executions. */
  readonly tracing: Tracing;
  /** Returns the data of the calls whose lines have not been taken. */
  readonly waiting: () => readonly Hex[];
  /** Takes the lines since the last call, after loading their decoder; undefined if there are none. */
  readonly takeLines: () => Promise<readonly string[]> | undefined;
  /** Returns a function that discards the lines written from now on. */
  readonly keep: () => () => void;
}

/** The listener gets each line in order, soon after it is written, no matter who takes it. */
export function createConsoleLog(onConsoleLog?: (line: string) => void): ConsoleLog {
  let inputs: Hex[] = [];
  let bytes = 0;
  let omitted = 0;
  let reading: Promise<readonly string[]> = Promise.resolve([]);

  const takeLines: ConsoleLog['takeLines'] = () => {
    if (inputs.length === 0 && omitted === 0) return undefined;
    const [taken, leftOut] = [inputs, omitted];
    [inputs, bytes, omitted] = [[], 0, 0];
    reading = reading.then(async () => {
      const { describeConsoleCall } = await import('../../abi/coder.ts');
      const lines = taken.map(describeConsoleCall);
      if (leftOut > 0) lines.push(`(${leftOut} more calls of console.log)`);
      // An error in a listener must not stop the node or the next lines.
      if (onConsoleLog !== undefined) for (const line of lines) queueMicrotask(() => onConsoleLog(line));
      return lines;
    });
    return reading;
  };

  return {
    tracing: {
      onCodelessCall(address, input) {
        if (address !== CONSOLE_ADDRESS) return;
        // Runs after the request is answered or the deployment is done.
        if (inputs.length === 0) queueMicrotask(takeLines);
        if (inputs.length === MAX_CALLS || bytes + input.length > MAX_BYTES) omitted++;
        else inputs.push(bytesToHex(input));
        bytes += input.length;
      },
    },
    waiting: () => inputs,
    takeLines,
    keep() {
      const before = { count: inputs.length, bytes, omitted };
      return () => {
        inputs.length = before.count;
        ({ bytes, omitted } = before);
      };
    },
  };
}
