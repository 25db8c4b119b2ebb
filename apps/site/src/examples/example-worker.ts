// The library of the worker that runs an example, and what the example reports to. The example's own script follows in
// the same file and calls `runExample`: nothing is compiled here, so the policy need not allow `eval`.
import { matches, rest } from '@coin/test-kit/matches';
import { dequal } from 'dequal';
import { inspect } from 'loupe';
import { problemOf } from '../playground/problem-of.ts';
import { type ExampleMessage } from './messages.ts';
import { isModuleName, MODULE_NAMES } from './module-names.ts';
import { MODULES } from './modules.ts';

interface RunOptions {
  readonly imported: readonly string[];
  /** The example is one of `@coin/rpc`, which answers recorded from a node verify. */
  readonly answersAreRecorded: boolean;
}

type Script = (
  require: (name: string) => object,
  exports: object,
  console: Record<string, (...values: unknown[]) => void>,
  example: object,
) => Promise<void>;

const post = (message: ExampleMessage): void => globalThis.postMessage(message);
const show = (value: unknown): string =>
  value instanceof Error ? errorText(value) : inspect(value, { truncate: 2_000 });

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  return `${error.name}${'code' in error ? ` ${String(error.code)}` : ''}: ${problemOf(error)}`;
}

/** The function that instrumented code calls: it reports each value and continues. */
const example = {
  rest,
  equal(line: number, actual: unknown, expected: unknown): void {
    const ok = matches(actual, expected, dequal);
    post({ kind: 'value', line, ok, shown: ok ? '' : show(expected), actual: show(actual) });
  },
  threw(line: number, thrown: { error: unknown } | undefined, code: string): void {
    const error = thrown?.error;
    const ok = error instanceof Error && 'code' in error && error.code === code;
    const actual = thrown === undefined ? 'nothing was thrown' : errorText(error);
    post({ kind: 'value', line, ok, shown: ok ? '' : `an error with the code ${code}`, actual });
  },
  logged(...values: readonly unknown[]): unknown {
    return values.length === 1 ? values[0] : values;
  },
};

const log = (...values: unknown[]): void =>
  post({ kind: 'log', text: values.map((value) => (typeof value === 'string' ? value : show(value))).join(' ') });

async function runExample({ imported, answersAreRecorded }: RunOptions, script: Script): Promise<void> {
  try {
    if (answersAreRecorded) await import('virtual:recorded-node');
    const loaded = new Map<string, object>(
      await Promise.all(
        imported.map(async (name) => {
          if (!isModuleName(name))
            throw new Error(`"${name}" can't be imported here, only: ${MODULE_NAMES.join(', ')}`);
          return [name, await MODULES[name]()] as const;
        }),
      ),
    );
    const require = (name: string): object => loaded.get(name) ?? {};
    await script(require, {}, { log, info: log, debug: log, warn: log, error: log }, example);
    post({ kind: 'done' });
  } catch (error) {
    post({ kind: 'error', text: errorText(error) });
  }
}

Object.assign(globalThis, { runExample });
