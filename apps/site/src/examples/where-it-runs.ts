import { isModuleName } from './module-names.ts';

const IMPORTED = /^\s*(?:import|export)\b[^;'"]*\bfrom\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm;
const SERVES = /\bimport\s*\{[^}]*\bserve\b[^}]*\}\s*from '@coin\/mock-node'/;

/** Why an example can't run in a page; undefined where it can. */
export function reasonAgainstPage(code: string): string | undefined {
  if (SERVES.test(code)) return 'it needs a server of its own';
  const imported = [...code.matchAll(IMPORTED)].map(([, statement, call]) => statement ?? call ?? '');
  const foreign = imported.find((name) => !isModuleName(name));
  if (foreign === undefined) return undefined;
  return foreign.startsWith('node:') ? `it needs Node (${foreign})` : `it needs ${foreign}`;
}
