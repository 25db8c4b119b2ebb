import { once } from 'node:events';
import { CommanderError } from 'commander';
import { describeFailure, EXIT } from './exit-codes.ts';
import { formatCsv, toJson, type DataObject } from './output/data.ts';
import { formatEnvelope } from './output/envelope.ts';
import { formatLine, formatText } from './output/format-text.ts';
import { createProgram, TOPICS, type GlobalOptions, type ParsedCommand } from './program.ts';
import { type Session, type Surroundings } from './session.ts';
import { UsageError } from './usage-error.ts';

/** Runs the command and returns its exit code. */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<number> {
  const { stdout, stderr, env, signal } = around;
  const [first] = args;
  if (first === 'node' || first === 'fork') {
    const { runNode } = await import('./develop/run-node.ts');
    return runNode(args, around);
  }
  const topic = first === 'help' ? TOPICS[args[1] ?? ''] : undefined;
  if (topic !== undefined) return (stdout.write(`${topic}\n`), EXIT.success);
  const hasStyles = stdout.isTTY === true && !env['NO_COLOR'];
  let exitCode: number = EXIT.success;
  // What was parsed before a mistake, so that the mistake is reported in the asked-for form.
  let name = first === undefined || first.startsWith('-') ? '' : first;
  let node = env['COIN_NODE'] || undefined;
  const isJson = args.includes('--json');

  let rowFormat: string | undefined;
  let head = '';

  const format = async (result: DataObject, isLine: boolean): Promise<string> => {
    const hasNewHead = head !== (head = Object.keys(result).join(','));
    if (rowFormat === 'csv') return formatCsv(result, hasNewHead);
    if (rowFormat === 'ndjson') return `${toJson(result)}\n`;
    if (isJson) return formatEnvelope(name, node, { result });
    return isLine ? formatLine(result, hasNewHead) : formatText(result, { hasStyles });
  };
  /** Waits while the reader is slower, so what is printed doesn't pile up. */
  const print = async (result: DataObject, isLine: boolean): Promise<void> => {
    if (!stdout.write(await format(result, isLine))) await once(stdout, 'drain', { signal });
  };
  const run = async ({ name: parsed, spec, args: values, options }: ParsedCommand): Promise<void> => {
    name = parsed;
    const { node: given, format: chosen } = options as GlobalOptions;
    node = given ?? node;
    rowFormat = chosen;
    if (isJson && chosen !== undefined) throw new UsageError('--json and --format are two forms: pass one');
    const session: Session = { ...around, node, reportDifference: () => void (exitCode = EXIT.checkFailed) };
    const command = await spec.load();
    const result = await command(session, values as never, options as never);
    if (!(Symbol.asyncIterator in result)) return print(result, false);
    for await (const each of result) await print(each, true);
  };

  try {
    const program = createProgram(run, {
      print: (text) => void stdout.write(text),
      printProblem: (text) => void stderr.write(text),
    });
    if (first === undefined) throw new UsageError('Which command? Try coin --help');
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.success;
    // A group without its command, or help of a command that does not exist: the help has been printed.
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
    const failure = describeFailure(
      error instanceof CommanderError ? new UsageError(error.message.replace(/^error: /, '')) : error,
      signal,
    );
    if (isJson) stdout.write(formatEnvelope(name, node, { error: failure }));
    else stderr.write(`coin: ${failure.code}: ${failure.message.replace(/[^.?!]$/, '$&.')}\n`);
    return failure.exitCode;
  }
}
