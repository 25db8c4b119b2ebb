import { type ExampleMessage } from './messages.ts';
import { runInSandbox } from './sandbox.ts';

export interface ExampleRun {
  readonly stop: () => void;
}

let library: Promise<string> | undefined;

/** Fetched by the page: a frame without an origin gets nothing from a cache. */
function loadLibrary(): Promise<string> {
  library ??= fetch(`${import.meta.env.BASE_URL}${__EXAMPLE_LIBRARY__}`).then((response) => {
    if (!response.ok) throw new Error(`The library of the examples could not be loaded: status ${response.status}.`);
    return response.text();
  });
  library.catch(() => (library = undefined));
  return library;
}

/** Compiles an example and runs it in a sandbox; what the compiler uses is loaded with the first one. */
export function startExample(
  code: string,
  answersAreRecorded: boolean,
  report: (message: ExampleMessage) => void,
): ExampleRun {
  let stop: (() => void) | undefined;
  let stopped = false;
  const start = async () => {
    const [{ compileExample }, packages] = await Promise.all([import('./compile-example.ts'), loadLibrary()]);
    const script = compileExample(code, answersAreRecorded);
    if (!stopped) ({ stop } = runInSandbox([packages, script], report));
  };
  start().catch((error: unknown) =>
    report({ kind: 'error', text: error instanceof Error ? error.message : String(error) }),
  );
  return {
    stop: () => {
      stopped = true;
      stop?.();
    },
  };
}
