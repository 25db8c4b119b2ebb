/** What says which Node is needed: the manifests, and every text that states it, by path. */
export interface NodeStatements {
  /** The `engines.node` of the repository's package.json: what its commands need. */
  readonly commands: string;
  /** The `engines.node` of each published package. */
  readonly packages: ReadonlyMap<string, string>;
  /** Markdown, scripts and workflows. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A feature of Node that needs more than the packages do. A line that names it may state another version. */
const FEATURE = /`node:sqlite`|`await using`/;
const STATED = /\bNode (\d+(?:\.\d+)?)(?= (?:or|and) (?:newer|later))( (?:or|and) (?:newer|later) and npm)?/g;

const versionOf = (engines: string): string => engines.replace(/^>=/, '');
const numberOf = (version: string): number => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
};

/**
 * Reports texts that state another Node than the manifests: "Node N or newer and npm" is what the commands need, "Node
 * N or newer" what the packages need. Continuous integration must test the oldest Node that the packages support.
 */
export function checkNodeVersions({ commands, packages, texts }: NodeStatements): string[] {
  const [needed = '', ...others] = new Set([...packages.values()].map(versionOf));
  const problems = others.map((other) => `the packages need different versions of Node: ${needed} and ${other}`);
  for (const [file, text] of texts) {
    const paragraphs = text.replaceAll(/(\S)\n[ >]*(?=\S)/g, '$1 ').split('\n');
    for (const line of paragraphs) {
      if (FEATURE.test(line)) continue;
      for (const [stated, version = '', withNpm] of line.matchAll(STATED)) {
        const expected = withNpm === undefined ? needed : versionOf(commands);
        if (version !== expected) problems.push(`${file}: "${stated}", but package.json says ${expected}`);
      }
    }
    const [, matrix] = /^\s*node: \[([^\]]+)\]/m.exec(text) ?? [];
    const tested = matrix?.split(',').map((version) => version.trim().replaceAll("'", ''));
    const oldest = tested?.toSorted((a, b) => numberOf(a) - numberOf(b))[0];
    if (oldest !== undefined && oldest !== needed)
      problems.push(`${file}: tests Node ${oldest} and newer, but package.json says ${needed}`);
  }
  return problems;
}
