import { type FileDefaults, type OptionalMember } from './find-defaults.ts';

/** What a check compares: a table, the public API, and the source of one package. */
export interface PackageDefaults {
  /** The path of the table, for messages. */
  readonly table: string;
  readonly rows: readonly OptionalMember[];
  /** The text of the package's `api.md`. */
  readonly api: string;
  /** By path. */
  readonly sources: ReadonlyMap<string, FileDefaults>;
  /** Values in code that are not defaults of options, although an option has that name: `file option`. */
  readonly exceptions?: ReadonlySet<string>;
}

/**
 * Compares the defaults that a package's source states with the rows of its table. A documented default of a public
 * option needs a row under the type or function that declares it. A value in code needs a row of that name where a
 * public option has that name.
 */
export function checkDefaults({ table, rows, api, sources, exceptions = new Set() }: PackageDefaults): string[] {
  const isPublic = ({ owner }: OptionalMember) => new RegExp(`^export .*\\b${owner}\\b`, 'm').test(api);
  const members = [...sources.values()].flatMap((source) => source.members).filter(isPublic);
  const keys = new Set(rows.map(({ owner, option }) => `${owner}.${option}`));
  const named = new Set(rows.map(({ option }) => option));
  const optional = new Set(members.map(({ option }) => option));
  const declared = new Set(members.map(({ owner, option }) => `${owner}.${option}`));
  return [
    ...[...sources].flatMap(([file, { documented, coded }]) => [
      ...documented
        .filter((stated) => isPublic(stated) && !keys.has(`${stated.owner}.${stated.option}`))
        .map(({ owner, option, line }) => `${file}:${line}: the default of ${owner}.${option} has no row in ${table}`),
      ...coded
        .filter(({ option }) => optional.has(option) && !named.has(option) && !exceptions.has(`${file} ${option}`))
        .map(({ option, line }) => `${file}:${line}: ${option} has a default and no row in ${table}`),
    ]),
    ...[...keys]
      .filter((key) => !declared.has(key))
      .map((key) => `${table}: ${key} is not an option of the public API`),
  ];
}
