import { count } from '../format.ts';
import { type EnergyBox } from './energy-boxes.ts';

/** A box on the page: its left edge and its width in percent of the picture. */
export interface ShownBox {
  readonly at: number;
  readonly box: EnergyBox;
  readonly left: number;
  readonly width: number;
  /** What it is, how much energy it has, and what called it. */
  readonly text: string;
  readonly isFound: boolean;
}

/** Rounds a share to a whole percentage. */
const shareOf = (part: bigint, whole: bigint): string => `${(part * 200n + whole) / (whole * 2n)} %`;

const isWithin = (boxes: readonly EnergyBox[], at: number, outer: number): boolean => {
  for (let place: number | undefined = at; place !== undefined; place = boxes[place]?.parent)
    if (place === outer) return true;
  return false;
};

export const matches = ({ name }: EnergyBox, find: string): boolean =>
  find.trim() !== '' && name.toLowerCase().includes(find.trim().toLowerCase());

/** The boxes inside the zoomed one, which fills the width, and those above it. */
export function shownBoxes(boxes: readonly EnergyBox[], { zoom, find }: { zoom: number; find: string }): ShownBox[] {
  const [root] = boxes;
  const whole = boxes[zoom] ?? root;
  if (root === undefined || whole === undefined) return [];
  const outer = boxes.indexOf(whole);
  return boxes.flatMap((box, at): ShownBox[] => {
    const isAbove = isWithin(boxes, outer, at) && at !== outer;
    if (!isAbove && !isWithin(boxes, at, outer)) return [];
    const percent = (energy: bigint) => (Number(energy) * 100) / Number(whole.energy);
    const caller = box.parent === undefined ? undefined : boxes[box.parent]?.name;
    const by = caller === undefined ? '' : box.kind === 'call' ? `, called by ${caller}` : ` of ${caller}`;
    return [
      {
        at,
        box,
        left: isAbove ? 0 : percent(box.start - whole.start),
        width: isAbove ? 100 : percent(box.energy),
        text: `${box.name}${by}: ${count(box.energy)} energy, ${shareOf(box.energy, root.energy)} of all`,
        isFound: matches(box, find),
      },
    ];
  });
}

/** How much energy the found boxes have together; what is within another found box counts once. */
export function foundText(boxes: readonly EnergyBox[], find: string): string {
  if (find.trim() === '') return '';
  const places = [...boxes.keys()].filter((at) => matches(boxes[at] as EnergyBox, find));
  if (places.length === 0) return 'Nothing has this name.';
  const outermost = places.filter((at) => !places.some((other) => other !== at && isWithin(boxes, at, other)));
  const energy = outermost.reduce((sum, at) => sum + (boxes[at]?.energy ?? 0n), 0n);
  const share = shareOf(energy, boxes[0]?.energy ?? 1n);
  return `${places.length} found: ${count(energy)} energy, ${share} of all.`;
}

/** The box that a key moves to from another: its caller, its first inner box, or the one beside it. */
export function boxAfterKey(key: string, from: number, shown: readonly ShownBox[]): number | undefined {
  const current = shown.find(({ at }) => at === from)?.box;
  if (current === undefined) return undefined;
  const row = shown.filter(({ box }) => box.depth === current.depth).sort((one, other) => one.left - other.left);
  const place = row.findIndex(({ at }) => at === from);
  switch (key) {
    case 'ArrowUp':
      return current.parent;
    case 'ArrowDown':
      return shown.find(({ box }) => box.parent === from)?.at;
    case 'ArrowLeft':
      return row[place - 1]?.at;
    case 'ArrowRight':
      return row[place + 1]?.at;
    default:
      return undefined;
  }
}
