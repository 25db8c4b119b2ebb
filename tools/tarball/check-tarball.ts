import { lintSource } from '@secretlint/core';
import { creator as recommended } from '@secretlint/secretlint-rule-preset-recommend';

/** Texts by path in the package, as in `dist/index.js`. */
export type PackedFiles = ReadonlyMap<string, string>;

const SECRET_FILE = /(?:^|\/)(?:\.[^/]*|[^/]*\.(?:pem|key|p12|pfx)|id_[^/]*)$/;
const CITATION = /(?<![\w./-])docs\/[\w/-]+\.md\b/;
const RELATIVE_LINK = /\]\((?!https?:|#)[^)]*\)/;
const WORKSPACE_FIELDS = ['devDependencies', 'scripts', 'size-limit'];
const WORKSPACE_RANGE = /"(?:workspace|catalog):[^"]*"/;

/** The paths of a tarball's files in order, without what changes between builds or comes with the first release. */
export const listFiles = (files: Iterable<string>): string[] =>
  [...new Set([...files].map((path) => path.replace(/(chunk-)[A-Z0-9]{8}(?=\.)/, '$1*')))]
    .filter((path) => path !== 'CHANGELOG.md')
    .toSorted();

/**
 * Finds what a package must not contain: files that nobody reviewed, secrets, citations of pages that it lacks, and
 * what only the workspace uses.
 *
 * @param files - the content of the tarball
 * @param reviewed - the paths that it should hold, as {@link listFiles} gives them
 */
export async function tarballProblems(files: PackedFiles, reviewed: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  const listed = listFiles(files.keys());
  for (const path of listed) if (!reviewed.includes(path)) problems.push(`${path} is new`);
  for (const path of reviewed) if (!listed.includes(path)) problems.push(`${path} is missing`);
  for (const [path, text] of files) {
    if (SECRET_FILE.test(path)) problems.push(`${path} has the name of a file with secrets`);
    const [citation] = CITATION.exec(text) ?? (path.endsWith('.md') ? RELATIVE_LINK.exec(text) : null) ?? [];
    if (citation !== undefined) problems.push(`${path} cites ${citation}: give the full address`);
    for (const secret of await secretsIn(path, text)) problems.push(`${path} contains a secret: ${secret}`);
  }
  const manifest = files.get('package.json') ?? '{}';
  for (const field of Object.keys(JSON.parse(manifest)))
    if (WORKSPACE_FIELDS.includes(field)) problems.push(`package.json has the field ${field}, which nobody uses`);
  const [range] = WORKSPACE_RANGE.exec(manifest) ?? [];
  if (range !== undefined) problems.push(`package.json has the range ${range}, which no registry resolves`);
  if (manifest.includes('@coin/source')) problems.push('package.json leads to sources, which the package lacks');
  return problems;
}

async function secretsIn(path: string, text: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: path, content: text, contentType: 'text', ext: path.replace(/.*(?=\.)/, '') },
    options: {
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: recommended }] },
      maskSecrets: true,
    },
  });
  return messages.map(({ message }) => message);
}
