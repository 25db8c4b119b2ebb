import { type CallFrame, type ExecutionTrace } from '../control/execution-trace.ts';
import { callName } from './call-tree.ts';
import { namesOf, type ContractNames, type NamingOptions } from './contract-names.ts';
import { formatEnergy, formatShare } from './format-energy.ts';

const WIDTH = 1200;
const ROW = 24;
const TOP = 48;
const CHARACTER = 7;
/** Narrower boxes are left out; their energy is still part of the box above. */
const NARROWEST = 0.5;

interface Box {
  readonly x: number;
  readonly width: number;
  readonly row: number;
  readonly label: string;
  readonly description: string;
  /** The share of the width that is penalty. */
  readonly penalty: number;
  readonly kind: 'call' | 'storage' | 'lost';
}

/**
 * The energy of a trace's calls as a picture, an SVG document that needs nothing else: a box for each call, as wide as
 * its energy, with the calls it made below it. What a box means is said by its label, its title, its outline and its
 * pattern (lines: penalty; dots: storage; crosses: lost by an exception), never by colour.
 *
 * Source: Decision: a page and a review can show a file, and it prints in black and white.
 *
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 * import { drawFlameGraph } from '@coin/mock-node/report';
 *
 * const contract = '41c0ffee00000000000000000000000000000000c0';
 * const node = createMockNode({ contracts: [{ address: contract, code: '6001600155' }] });
 * const svg = drawFlameGraph(node.traceCall({ owner: contract, contract, data: 'a9059cbb' }));
 * svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'); // => true
 * ```
 */
export function drawFlameGraph(trace: ExecutionTrace, { contracts = [] }: NamingOptions = {}): string {
  const { call } = trace;
  const names = namesOf(trace, contracts);
  const boxes =
    call === undefined || call.energy === 0n ? [] : boxesOf(call, names, { total: call.energy, x: 0, row: 0 });
  const rows = boxes.reduce((most, { row }) => Math.max(most, row + 1), 1);
  const height = TOP + rows * ROW + 8;
  const heading =
    call === undefined ? 'No contract ran' : `Energy of ${callName(call, names)}: ${formatEnergy(call.energy)}`;
  const legend = 'width: energy; lines: penalty; dots: storage; crosses: lost by an exception';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" font-family="monospace" font-size="12">`,
    `<title>${escapeXml(heading)}</title>`,
    PATTERNS,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="4" y="18" font-size="14">${escapeXml(heading)}</text>`,
    `<text x="4" y="36">${legend}</text>`,
    ...boxes.map(drawBox),
    '</svg>\n',
  ].join('\n');
}

const pattern = (id: string, path: string): string =>
  `<pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="${path}" stroke="#000" stroke-opacity="0.55" fill="none"/></pattern>`;

const PATTERNS = `<defs>${pattern('penalty', 'M0 6L6 0')}${pattern('storage', 'M2 3h1')}${pattern('lost', 'M0 0L6 6M0 6L6 0')}</defs>`;

interface Place {
  readonly total: bigint;
  readonly x: number;
  readonly row: number;
}

function boxesOf(frame: CallFrame, names: ContractNames, { total, x, row }: Place): Box[] {
  const widthOf = (energy: bigint): number => (Number(energy) / Number(total)) * WIDTH;
  const { energy, penalty, ownEnergy, storageEnergy, forfeited, status } = frame;
  const name = callName(frame, names);
  const of = `${formatEnergy(energy)} energy, ${formatShare(energy, total)} of all`;
  const end = status === 'success' ? '' : status === 'revert' ? ', reverted' : ', failed';
  const boxes: Box[] = [
    {
      x,
      width: widthOf(energy),
      row,
      label: `${name} ${formatEnergy(energy)}${end}`,
      description: `${name}: ${of}; ${formatEnergy(ownEnergy)} its own, ${formatEnergy(penalty)} penalty${end}`,
      penalty: energy === 0n ? 0 : Number(penalty) / Number(energy),
      kind: 'call',
    },
  ];
  let next = x;
  for (const called of frame.calls) {
    boxes.push(...boxesOf(called, names, { total, x: next, row: row + 1 }));
    next += widthOf(called.energy);
  }
  for (const [kind, part, what] of [
    ['storage', storageEnergy, 'storage'],
    ['lost', forfeited, 'lost by an exception'],
  ] as const) {
    if (part === 0n) continue;
    const description = `${what}: ${formatEnergy(part)} energy, ${formatShare(part, total)} of all`;
    const label = `${what} ${formatEnergy(part)}`;
    boxes.push({ x: next, width: widthOf(part), row: row + 1, label, description, penalty: 0, kind });
    next += widthOf(part);
  }
  return boxes.filter(({ width }) => width >= NARROWEST);
}

function drawBox({ x, width, row, label, description, penalty, kind }: Box): string {
  const y = TOP + row * ROW;
  const rect = (w: number, fill: string, outline: string): string =>
    `<rect x="${round(x)}" y="${y}" width="${round(w)}" height="${ROW - 2}" fill="${fill}"${outline}/>`;
  const fits = Math.floor((width - 8) / CHARACTER);
  const text = label.length <= fits ? label : fits > 3 ? `${label.slice(0, fits - 1)}…` : '';
  return [
    '<g>',
    `<title>${escapeXml(description)}</title>`,
    rect(width, kind === 'call' ? '#fff' : `url(#${kind})`, ' stroke="#000"'),
    ...(penalty > 0 ? [rect(width * penalty, 'url(#penalty)', '')] : []),
    ...(text === ''
      ? []
      : [
          `<text x="${round(x + 4)}" y="${y + 15}" stroke="#fff" stroke-width="4" paint-order="stroke">${escapeXml(text)}</text>`,
        ]),
    '</g>',
  ].join('');
}

const round = (value: number): string => String(Math.round(value * 100) / 100);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for XML; characters that XML does not have are replaced. */
function escapeXml(text: string): string {
  return text.replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, '\uFFFD').replaceAll(/[&<>"']/g, (char) => entities[char] ?? char);
}
