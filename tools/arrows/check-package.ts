import { posix } from 'node:path';
import { parseArrows, shortestCircles, type Arrows, type ArrowsFile } from './arrows.ts';
import { readImports } from './read-imports.ts';

export interface PackageSource {
  /** The package's name in package.json. */
  readonly name: string;
  /** Where `arrows.json` and `src` lie, as messages show it. */
  readonly folder: string;
  /** The texts of the TypeScript files, by their path from `src`. */
  readonly files: ReadonlyMap<string, string>;
  readonly arrows: ArrowsFile;
}

/** An import of one file of a package by another. */
interface InnerImport {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/**
 * Checks that a package's files import each other along its arrows and never in a circle. Each problem is a message for
 * people.
 */
export function checkPackage(source: PackageSource): string[] {
  const arrows = parseArrows(source.arrows);
  const { imports, problems } = innerImports(source);
  return [
    ...problems,
    ...circlesOfArrows(source, arrows),
    ...unplaced(source, arrows),
    ...againstArrows(source, arrows, imports),
    ...arrows.siblings.flatMap((group) => circlesOfSiblings(source, arrows, group, imports)),
    ...circlesOfFiles(source, imports),
  ];
}

function innerImports(source: PackageSource): { imports: InnerImport[]; problems: string[] } {
  const { name, folder, files } = source;
  const imports: InnerImport[] = [];
  const problems: string[] = [];
  for (const [from, text] of files)
    for (const { specifier, line } of readImports(from, text)) {
      const report = (problem: string) => problems.push(`${folder}/src/${from}:${line} imports ${problem}`);
      if (specifier === undefined) report('a path that is known only at run time. Write the path as a string.');
      else if (specifier === name || specifier.startsWith(`${name}/`))
        report(`its own package by name (${specifier}). Write the relative path.`);
      else if (specifier.startsWith('.')) {
        const to = posix.join(posix.dirname(from), specifier);
        if (files.has(to)) imports.push({ from, to, line });
        else report(`${specifier}, which is not a TypeScript file of ${folder}/src.`);
      }
    }
  return { imports, problems };
}

function circlesOfArrows({ folder }: PackageSource, { places, next }: Arrows): string[] {
  return shortestCircles(places, next).map(
    (circle) => `${folder}/arrows.json: the arrows run in a circle: ${circle.join(' → ')}.`,
  );
}

function unplaced({ folder, files }: PackageSource, arrows: Arrows): string[] {
  const missing = [...files.keys()].filter((file) => placeOf(file, arrows) === undefined);
  const names = new Set(missing.map((file) => (posix.dirname(file) === '.' ? file : posix.dirname(file))));
  return [...names].map(
    (name) =>
      `${folder}/src/${name} has no place in ${folder}/arrows.json. Name it there: what may import it, and what it may import.`,
  );
}

function againstArrows({ folder }: PackageSource, arrows: Arrows, imports: readonly InnerImport[]): string[] {
  return imports.flatMap(({ from, to, line }) => {
    const reason = reasonAgainst(placeOf(from, arrows), placeOf(to, arrows), arrows);
    return reason === undefined ? [] : [`${folder}/src/${from}:${line} imports ${to}: ${reason}`];
  });
}

function reasonAgainst(from: string | undefined, to: string | undefined, arrows: Arrows): string | undefined {
  if (from === undefined || to === undefined || from === to) return undefined;
  if (arrows.siblings.some((group) => group.has(from) && group.has(to))) return undefined;
  if (arrows.route(from, to) !== undefined) return undefined;
  const back = arrows.route(to, from);
  if (back === undefined) return `no arrow joins ${from} and ${to}, so neither may import the other.`;
  return `${from} may not import ${to}, types included. The arrows run the other way: ${back.join(' → ')}.`;
}

function circlesOfSiblings(
  { folder }: PackageSource,
  arrows: Arrows,
  group: ReadonlySet<string>,
  imports: readonly InnerImport[],
): string[] {
  const steps = imports.flatMap((step) => {
    const from = placeOf(step.from, arrows) ?? '';
    const to = placeOf(step.to, arrows) ?? '';
    return from !== to && group.has(from) && group.has(to) ? [{ step, from, to }] : [];
  });
  const byPlace = Map.groupBy(steps, ({ from }) => from);
  return shortestCircles(group, (place) => (byPlace.get(place) ?? []).map(({ to }) => to)).map((circle) => {
    const isStep = (from: string, to: string) => circle.some((place, at) => place === from && circle[at + 1] === to);
    const parts = steps.filter(({ from, to }) => isStep(from, to)).map(({ step }) => step);
    return `${folder}/src: the sibling folders ${circle.join(' → ')} import each other in a circle:${list(folder, parts)}`;
  });
}

function circlesOfFiles({ folder, files }: PackageSource, imports: readonly InnerImport[]): string[] {
  const byFile = Map.groupBy(imports, ({ from }) => from);
  return shortestCircles(files.keys(), (file) => (byFile.get(file) ?? []).map(({ to }) => to)).map((circle) => {
    const parts = circle.flatMap((from, at) => byFile.get(from)?.find(({ to }) => to === circle[at + 1]) ?? []);
    return `${folder}/src: files import each other in a circle (types count too):${list(folder, parts)}`;
  });
}

function list(folder: string, imports: readonly InnerImport[]): string {
  return imports.map(({ from, to, line }) => `\n  ${folder}/src/${from}:${line} imports ${to}`).join('');
}

/** A file is a separate place if the arrows name it; otherwise it belongs to its folder. */
function placeOf(file: string, { places }: Arrows): string | undefined {
  return [file.replace(/\.ts$/, ''), posix.dirname(file)].find((place) => places.has(place));
}
