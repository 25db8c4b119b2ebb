// The public surface of a package as text: every entry of its exports, declaration by declaration, in a stable order.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { importNamedTypes, type UnnamedType } from './import-named-types.ts';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
}

interface Entry {
  /** As it is imported: `@coin/rpc/signer`. */
  readonly name: string;
  /** The declarations, relative to the package's folder. */
  readonly declarations: string;
}

function entriesOf(folder: string): { manifest: Manifest; entries: Entry[] } {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const entries = Object.entries(manifest.exports).flatMap(([key, target]) =>
    typeof target === 'string' || target.types === undefined
      ? []
      : [{ name: key.replace(/^\./, manifest.name), declarations: target.types }],
  );
  return { manifest, entries };
}

const silent = { default: { logLevel: ExtractorLogLevel.None } };

function configure(folder: string, declarations: string, reports: string): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: resolve(folder, declarations),
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: 'nodenext',
            target: 'es2023',
            lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'],
            types: [],
            strict: true,
            skipLibCheck: true,
          },
          files: [declarations],
        },
      },
      apiReport: {
        enabled: true,
        includeForgottenExports: true,
        reportFolder: reports,
        reportTempFolder: join(reports, 'temporary'),
        reportFileName: 'entry',
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: silent,
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
}

/** The declarations of a report of API Extractor, without its heading, docstrings and remarks on missing ones. */
function declarationsOf(report: string): string {
  const code = /```ts\n([\s\S]*?)\n```/.exec(report)?.[1];
  if (code === undefined) throw new Error('API Extractor wrote a report without declarations');
  return code
    .replaceAll(/^ *\/\/ (?:\(undocumented\)|@public.*|\(No @packageDocumentation .*)\n/gm, '')
    .replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
    .replaceAll(/^(?=(?:abstract class|class|const|enum|function|let|namespace) )/gm, 'declare ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

export interface ApiReport {
  readonly text: string;
  /** The types that exported declarations reach and that no entry exports. */
  readonly unnamed: readonly UnnamedType[];
}

/** The report of the package in `folder`, from the declarations its exports name. */
export function writeReport(folder: string): ApiReport {
  const { manifest, entries } = entriesOf(folder);
  const reports = mkdtempSync(join(tmpdir(), 'coin-api-'));
  try {
    const configured = entries.map(({ name, declarations }) => ({
      name,
      config: configure(resolve(folder), declarations, reports),
    }));
    const [first, ...others] = configured.map(({ config }) => config);
    if (first === undefined) throw new Error(`${folder}: no entry of "exports" in package.json names its types`);
    const compilerState = CompilerState.create(first, {
      additionalEntryPoints: others.map((config) => config.mainEntryPointFilePath),
    });
    const extracted = configured.map(({ name, config }) => {
      Extractor.invoke(config, {
        compilerState,
        localBuild: true,
        messageCallback: (message) => {
          message.handled = true;
        },
      });
      return { entry: name, code: declarationsOf(readFileSync(join(reports, 'entry.api.md'), 'utf8')) };
    });
    const { sections, unnamed } = importNamedTypes(extracted);
    const text = [
      `# Public API of \`${manifest.name}\`\n\nWritten by \`npx -y pnpm@12 api\`; do not edit. A change here is a change for users.\n`,
      ...sections.map(({ entry, code }) => `## \`${entry}\`\n\n\`\`\`ts\n${code}\n\`\`\`\n`),
    ].join('\n');
    return { text, unnamed };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
