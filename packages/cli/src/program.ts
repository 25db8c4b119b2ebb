import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { commandGroups, type CommandSpec, type OptionSpec } from './commands.ts';
import { EXIT } from './exit-codes.ts';
import { UsageError } from './usage-error.ts';
import { parseUrl } from './values/parse.ts';

/** A command with its parsed arguments and options, ready to run. */
export interface ParsedCommand {
  readonly name: string;
  readonly spec: CommandSpec;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The options of every command. */
export interface GlobalOptions {
  readonly node?: string;
  readonly json?: boolean;
  /** Of commands that print rows. */
  readonly format?: string;
}

/** Topics of `coin help`, beside the commands. */
export const TOPICS: Readonly<Record<string, string>> = {
  amounts: '1.5coin or 1.5 is coin, 1500000 is small units. Output has both.',
  addresses: 'base58check, hex with 41, or hex with 0x. `coin address` shows all forms.',
  networks:
    '--node URL or COIN_NODE, and its API key in COIN_API_KEY. Only commands that read the network need one. `coin node` and `coin fork URL` run a full node in this process, with the options of coin-mock-node.',
  pipes: 'units, address, decode and verify-proof read standard input in place of their argument, also for "-".',
  output:
    'text for people; with --json one envelope for each result, whose schema is @coin/cli/output.schema.json; audit also prints rows with --format csv or ndjson. NO_COLOR turns bold headings off.',
  'exit-codes': Object.entries(EXIT)
    .map(([kind, code]) => `${code} ${kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`)
    .join(', '),
};

const readVersion = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

/** Names the option or argument in the error of its parser. */
const explain = (parse: (text: string) => unknown) => (text: string) => {
  try {
    return parse(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
};

function createOption([flags, text, parse]: OptionSpec): Option {
  const option = new Option(flags, text);
  return parse === undefined ? option : option.argParser(explain(parse));
}

/** Creates the program. It calls `onCommand` with the command that was parsed. */
export function createProgram(
  onCommand: (command: ParsedCommand) => Promise<void>,
  { print, printProblem }: { readonly print: (text: string) => void; readonly printProblem: (text: string) => void },
): Command {
  const settle = (command: Command): Command =>
    command
      .exitOverride()
      .helpOption('-h, --help', 'show this text')
      .configureOutput({ writeOut: print, writeErr: printProblem, outputError: () => {} })
      .configureHelp({ helpWidth: 110, showGlobalOptions: true });
  const program = settle(new Command('coin'))
    .description('Accounts, fees, transactions, payments and audits of a TRON-like network. It holds no keys.')
    .version(readVersion(), '--version', 'show the version')
    .addOption(createOption(['--node <url>', "a full node's HTTP interface; by default COIN_NODE", parseUrl]))
    .option('--json', 'print one envelope of JSON for each result; see output.schema.json')
    .addHelpText('after', `\nTopics (coin help TOPIC): ${Object.keys(TOPICS).join(', ')}`);
  const parents = new Map<string, Command>();
  for (const [group, specs] of Object.entries(commandGroups)) {
    for (const spec of specs) {
      const [, parent, usage = ''] = /^(?:(payments) )?(.*)$/.exec(spec.usage) ?? [];
      let target = program;
      if (parent !== undefined) {
        target = parents.get(parent) ?? settle(program.command(parent)).description('the payments of a store');
        target.helpGroup(`${group}:`);
        parents.set(parent, target);
      }
      const command = settle(target.command(usage)).description(spec.text).allowExcessArguments(false);
      if (parent === undefined) command.helpGroup(`${group}:`);
      for (const option of spec.options ?? []) command.addOption(createOption(option));
      const name = parent === undefined ? command.name() : `${parent} ${command.name()}`;
      command.action(() => {
        const names = command.registeredArguments.map((argument) => argument.name());
        const args = Object.fromEntries(names.map((each, index) => [each, command.processedArgs[index]]));
        return onCommand({ name, spec, args, options: command.optsWithGlobals() });
      });
    }
  }
  // Only their help: `run-command.ts` runs them, with the options of coin-mock-node.
  const ofNode = { node: 'a full node in this process', 'fork <url>': 'a full node that continues a network' };
  for (const [usage, text] of Object.entries(ofNode))
    settle(program.command(`${usage} [options...]`))
      .description(`${text}; coin node --help lists its options`)
      .helpGroup('Develop:')
      .action((...given) => {
        throw new UsageError(`${(given.at(-1) as Command).name()} has options of its own: write them behind it`);
      });
  return program;
}
