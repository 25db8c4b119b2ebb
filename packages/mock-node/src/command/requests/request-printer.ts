import { type Exchange, type ExchangeObserver } from '../../http/instruments/exchange.ts';
import { type Output } from '../output.ts';
import { messageOf } from '../usage-error.ts';
import { type LogLine } from './request-lines.ts';

/** Prints requests as they are answered. */
export interface RequestPrinter {
  readonly observe: ExchangeObserver;
  /** Resolves when everything is printed. */
  readonly finish: () => Promise<void>;
}

export interface PrinterOptions {
  readonly format: 'text' | 'json';
  /** Whether to print bodies too. */
  readonly isVerbose: boolean;
}

/**
 * As text, a repeated read, such as a poller's, is printed once and then counted until another request arrives. Loads
 * the code that formats requests with the first one.
 */
export function createRequestPrinter(output: Output, { format, isVerbose }: PrinterOptions): RequestPrinter {
  const { print, printProblem, style = (_, text) => text } = output;
  let printing = Promise.resolve();
  let latest: { readonly key: string; line: LogLine; repeated: number } | undefined;

  const enqueue = (act: () => Promise<void>): void => {
    printing = printing.then(act).catch((error: unknown) => {
      printProblem(`coin-mock-node: a request cannot be logged: ${messageOf(error)}.\n`);
    });
  };
  const printRepeated = async (): Promise<void> => {
    const { repeatedLine } = await import('./request-lines.ts');
    if (latest !== undefined && latest.repeated > 0) print(repeatedLine(latest.line, latest.repeated, style));
    latest = undefined;
  };
  const printExchange = async (time: number, exchange: Exchange): Promise<void> => {
    const { jsonLine, logLine, textLines } = await import('./request-lines.ts');
    const line = await logLine(time, exchange, isVerbose);
    if (format === 'json') return print(jsonLine(line));
    const key = keyOf(exchange, line);
    if (latest !== undefined && latest.key === key) {
      latest = { key, line, repeated: latest.repeated + 1 };
      return;
    }
    await printRepeated();
    if (key !== undefined) latest = { key, line, repeated: 0 };
    print(textLines(line, style));
  };
  return {
    observe(exchange) {
      const time = Date.now();
      enqueue(() => printExchange(time, exchange));
    },
    finish() {
      enqueue(printRepeated);
      return printing;
    },
  };
}

/** The key of requests that are counted together; undefined for requests that are always printed. */
function keyOf({ request, before, after }: Exchange, { call, problem, console, energy }: LogLine): string | undefined {
  if (before !== after || console !== undefined) return undefined;
  const { method, path, query, body } = request;
  return JSON.stringify([method, path, query, body, call, problem, String(energy)]);
}
