/** What decides on the cases of a test. */
export interface RepeatedTest {
  /** Relative to the repository's root. */
  readonly file: string;
  /** With the titles of the blocks around it, as vitest joins them; all tests of the file without it. */
  readonly title?: string | undefined;
  readonly seed: number;
  /** `TEST_FACTOR`. */
  readonly factor: number;
}

/** The command, for a shell in the repository's root, that runs one test, or one file, with the same cases. */
export function repeatCommand({ file, title, seed, factor }: RepeatedTest): string {
  const script = file.endsWith('.system.test.ts') ? 'test:system' : 'test';
  const length = factor === 1 ? '' : ` TEST_FACTOR=${factor}`;
  const command = `FC_SEED=${seed}${length} npx -y pnpm@12 ${script} ${file}`;
  if (title === undefined) return command;
  const pattern = title
    .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    .replaceAll(/\p{Cc}/gu, (control) => String.raw`\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replaceAll("'", String.raw`'\''`);
  return `${command} -t '^${pattern}$'`;
}
