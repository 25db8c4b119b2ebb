import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application, type Reflection } from 'typedoc';
import { REPOSITORY } from '../pages/links.ts';
import { type Entry } from './entries.ts';

/** What links between the texts call the entry at an index, without `.md`. */
export const fileOf = (at: number): string => `entry-${at}`;

/** Of the plugin, so unknown to the types of typedoc itself. */
const MARKDOWN_OPTIONS = {
  router: 'module',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  tableColumnSettings: { hideSources: true, hideModifiers: true },
};

/** The declarations and docstrings of each entry as one Markdown text. */
export async function readDocstrings(root: string, entries: readonly Entry[]): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'site-reference-'));
  try {
    const tsconfig = join(folder, 'tsconfig.json');
    const compilerOptions = {
      noEmit: true,
      rewriteRelativeImportExtensions: false,
      lib: ['es2024', 'esnext', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    };
    const include = [join(root, 'packages/*/src')];
    writeFileSync(tsconfig, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, include }));
    const app = await Application.bootstrapWithPlugins({
      ...MARKDOWN_OPTIONS,
      plugin: ['typedoc-plugin-markdown'],
      entryPoints: entries.map(({ source }) => join(root, source)),
      tsconfig,
      // `check` compiles the sources; here an older compiler reads them.
      skipErrorChecking: true,
      excludeInternal: true,
      excludePrivate: true,
      excludeExternals: true,
      sort: ['source-order'],
      readme: 'none',
      basePath: root,
      displayBasePath: root,
      disableGit: true,
      gitRevision: 'main',
      sourceLinkTemplate: `${REPOSITORY}/blob/main/{path}#L{line}`,
      logLevel: 'Error',
    });
    const project = await app.convert();
    if (project === undefined) throw new Error('typedoc could not read the sources of the packages.');
    const modules = new Map<string | undefined, Reflection>(
      project.children?.map((module) => [module.sources?.[0]?.fullFileName, module]),
    );
    for (const [at, { source }] of entries.entries()) {
      const module = modules.get(join(root, source));
      if (module === undefined) throw new Error(`typedoc found nothing in ${source}.`);
      module.name = fileOf(at);
    }
    await app.outputs.writeOutput({ name: 'markdown', path: folder }, project);
    return new Map(entries.map(({ name }, at) => [name, readFileSync(join(folder, `${fileOf(at)}.md`), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
