import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** The columns of each line of a brotli file, separated by tabs. */
export const readPackedLines = (file: string): readonly (readonly string[])[] =>
  brotliDecompressSync(readFileSync(file))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
