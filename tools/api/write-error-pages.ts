// A page for each package with a section for each of its error codes, from the docstrings of `errors.ts`: messages link
// to these sections.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

interface ErrorCode {
  readonly code: string;
  /** What happened, then what to do: the paragraphs of the docstring. */
  readonly paragraphs: readonly string[];
  /** The type of the error's `context`. */
  readonly context: string;
}

interface PackageErrors {
  /** As in `rpc`. */
  readonly packageName: string;
  /** As in `RpcError`. */
  readonly errorName: string;
  readonly codes: readonly ErrorCode[];
}

export interface ErrorPage {
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly text: string;
}

/** The paragraphs of a docstring, each on one line. */
const paragraphsOf = (comment: string): string[] =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').replaceAll(/\{@link ([^}]+)\}/g, '`$1`'))
    .filter((paragraph) => paragraph !== '');

/** The members of the context that all packages share, which `@coin/errors` declares. */
function readSharedContext(folder: string): string {
  const text = readFileSync(join(folder, '../errors/src/coded-error.ts'), 'utf8');
  const [, members = ''] = /interface ArgumentContext (\{[^]*?\n\})/.exec(text) ?? [];
  return members.replaceAll(/^ *\/?\*.*\n/gm, '');
}

/** The codes of a package, in the order of its `errors.ts`, whose interface `…ErrorContexts` documents each. */
function readErrors(folder: string): PackageErrors {
  const file = join(folder, 'src/errors.ts');
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined;
    if (declaration?.type !== 'TSInterfaceDeclaration' || !declaration.id.name.endsWith('ErrorContexts')) continue;
    const codes = declaration.body.body.map((member): ErrorCode => {
      if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier' || !member.typeAnnotation)
        throw new Error(`${file}: ${text.slice(member.start, member.end)} is not a code with a context`);
      const before = comments.findLast(({ end }) => end <= member.start);
      const isAbove = before !== undefined && text.slice(before.end, member.start).trim() === '';
      const { start, end } = member.typeAnnotation.typeAnnotation;
      const context = text.slice(start, end).replaceAll(/^ {2}/gm, '');
      return {
        code: member.key.name,
        paragraphs: isAbove ? paragraphsOf(before.value) : [],
        context: context === 'ArgumentContext' ? readSharedContext(folder) : context,
      };
    });
    return {
      packageName: folder.replace(/.*\//, ''),
      errorName: declaration.id.name.replace(/Contexts$/, ''),
      codes,
    };
  }
  throw new Error(`${file} has no interface whose name ends in ErrorContexts`);
}

const writeSection = ({ code, paragraphs, context }: ErrorCode): string =>
  [`## ${code}`, ...paragraphs, `\`\`\`ts\n${context}\n\`\`\``].join('\n\n');

const writePage = ({ packageName, errorName, codes }: PackageErrors): string =>
  [
    `# Errors of @coin/${packageName}`,
    `The codes of \`${errorName}\` of [\`@coin/${packageName}\`](../../packages/${packageName}/README.md): what happened, what to do, and the type of the error's \`context\`.`,
    ...codes.map(writeSection),
  ].join('\n\n') + '\n';

function writeIndex(packages: readonly PackageErrors[]): string {
  const sections = packages.map(({ packageName, errorName, codes }) => {
    const links = codes.map(({ code }) => `[\`${code}\`](${packageName}.md#${code.toLowerCase()})`);
    return `## [\`${errorName}\` of \`@coin/${packageName}\`](${packageName}.md)\n\n${links.join(', ')}`;
  });
  return (
    [
      '# Errors by code',
      "Every failure of every export is the package's error, with a literal `code` and a `context` that is typed for the code. Each code has a section: what happened, and what to do.",
      ...sections,
    ].join('\n\n') + '\n'
  );
}

/**
 * The pages of all packages' codes, and their index.
 *
 * @throws Error for a code whose docstring does not say in two paragraphs what happened and what to do
 */
export function writeErrorPages(folders: readonly string[]): ErrorPage[] {
  const packages = folders.map(readErrors);
  const pages = packages.map((errors): ErrorPage => {
    for (const { code, paragraphs } of errors.codes)
      if (paragraphs.length < 2)
        throw new Error(
          `${code} of ${errors.errorName}: its docstring needs a paragraph on what happened and one on what to do`,
        );
    return { file: `docs/errors/${errors.packageName}.md`, text: writePage(errors) };
  });
  return [{ file: 'docs/errors/README.md', text: writeIndex(packages) }, ...pages];
}
