import { type CallFrame, type ExecutionTrace } from '@coin/mock-node';
import { readContractNames } from '@coin/mock-node/abi';

/** Kinds of work that energy pays for, `whole` for what the steps of a long call do not divide. */
export const WORK_TITLES = {
  storage: 'Storage',
  hashing: 'Hashing',
  calls: 'Calls',
  arithmetic: 'Arithmetic',
  memory: 'Memory',
  logs: 'Logs',
  other: 'Stack, jumps and the rest',
  whole: 'Work not divided',
  code: 'Saving code',
  lost: 'Lost by an exception',
} as const;

export type WorkKind = keyof typeof WORK_TITLES;

/** A call, or a kind of work within one, as a box that is as wide as its energy. */
export interface EnergyBox {
  readonly name: string;
  readonly kind: 'call' | WorkKind;
  readonly energy: bigint;
  /** Energy of the whole call before this box, from the left. */
  readonly start: bigint;
  readonly depth: number;
  /** The place of the call above in the list; absent for the outermost call. */
  readonly parent?: number;
}

export interface EnergyBoxes {
  /** Each box after the one above it. */
  readonly boxes: readonly EnergyBox[];
  /** The energy of the kinds of work in the whole call, largest first. */
  readonly work: readonly { readonly kind: WorkKind; readonly energy: bigint }[];
  /** Boxes that are left out, because they are narrow or too many. */
  readonly omitted: number;
}

const MOST_BOXES = 1_000;
/** The narrowest box is one of so many parts of the whole. */
const PARTS = 2_000n;

type Steps = ExecutionTrace['steps'];
type Work = Map<WorkKind, bigint>;

const add = (work: Work, kind: WorkKind, energy: bigint): void => void work.set(kind, (work.get(kind) ?? 0n) + energy);

/** The kind of an instruction; undefined where its cost has that of the called contract in it. */
function kindOf({ name, opcode }: Steps[number]): WorkKind | undefined {
  if (/^(?:CALL|CALLCODE|CALLTOKEN|DELEGATECALL|STATICCALL|CREATE2?)$/.test(name)) return undefined;
  if (/^[ST](?:LOAD|STORE)$/.test(name)) return 'storage';
  if (name === 'SHA3') return 'hashing';
  if (/^M(?:LOAD|STORE8?|SIZE)$|COPY$/.test(name)) return 'memory';
  if (name.startsWith('LOG')) return 'logs';
  return opcode >= 0x01 && opcode <= 0x1d ? 'arithmetic' : 'other';
}

/** Adds up the steps of each call, or gives undefined where steps do not belong to the calls. */
function workByFrame(root: CallFrame, { steps, omittedSteps }: ExecutionTrace): Map<CallFrame, Work> | undefined {
  if (omittedSteps > 0) return undefined;
  const works = new Map<CallFrame, Work>([[root, new Map()]]);
  const running = [{ frame: root, nextCall: 0 }];
  for (const step of steps) {
    running.length = Math.min(running.length, step.depth + 1);
    const top = running.at(-1);
    if (top === undefined || running.length < step.depth) return undefined;
    let { frame } = top;
    if (running.length === step.depth) {
      // The first step of an inner call. Calls of accounts without code have no steps.
      const begins = (call: CallFrame) => call.kind !== 'precompile' && call.energyLimit === step.energy;
      const at = frame.calls.findIndex((call, index) => index >= top.nextCall && begins(call));
      const called = frame.calls[at];
      if (called === undefined) return undefined;
      top.nextCall = at + 1;
      frame = called;
      running.push({ frame, nextCall: 0 });
      works.set(frame, new Map());
    }
    const kind = kindOf(step);
    if (kind !== undefined) add(works.get(frame) ?? new Map(), kind, step.cost);
  }
  return works;
}

const sumOf = (energies: Iterable<bigint>): bigint => [...energies].reduce((sum, energy) => sum + energy, 0n);

/** The work of a call without inner calls; its energies add up to `ownEnergy`. */
function workOf(frame: CallFrame, divided: Work | undefined): Work {
  const paid = frame.ownEnergy - frame.forfeited - frame.codeEnergy;
  // Calls themselves cost what is left. An instruction that an exception ended may cost more than was paid.
  const calls = paid - sumOf(divided?.values() ?? []);
  const isDivided = divided !== undefined && calls >= 0n && (divided.get('storage') ?? 0n) >= frame.storageEnergy;
  const work: Work = isDivided
    ? new Map([...divided, ['calls', calls]])
    : new Map([
        ['storage', frame.storageEnergy],
        ['whole', paid - frame.storageEnergy],
      ]);
  work.set('code', frame.codeEnergy);
  return work.set('lost', frame.forfeited);
}

const largestFirst = (work: Work) =>
  [...work]
    .map(([kind, energy]) => ({ kind, energy }))
    .filter(({ energy }) => energy > 0n)
    .sort((one, other) => (one.energy < other.energy ? 1 : one.energy > other.energy ? -1 : 0));

/**
 * Divides the energy of a call into boxes: inner calls below the call that made them, in their order, and then the
 * call's own work by its kind.
 */
export function energyBoxes(trace: ExecutionTrace, root: CallFrame): EnergyBoxes {
  const names = readContractNames(trace.contracts);
  const works = workByFrame(root, trace);
  const boxes: EnergyBox[] = [];
  const total: Work = new Map();
  let omitted = 0;
  /** The place of the box, or undefined where it is left out. */
  function place(box: EnergyBox): number | undefined {
    if (boxes.length < MOST_BOXES && box.energy * PARTS >= root.energy && box.energy > 0n) return boxes.push(box) - 1;
    omitted++;
    return undefined;
  }
  function visit(frame: CallFrame, { start, depth, parent }: Pick<EnergyBox, 'start' | 'depth' | 'parent'>): void {
    const name = `${names.contract(frame.codeAddress)}.${names.function(frame)}`;
    const above = parent === undefined ? {} : { parent };
    const at = place({ name, kind: 'call', energy: frame.energy, start, depth, ...above });
    let next = start;
    const below = { depth: depth + 1, ...(at !== undefined && { parent: at }) };
    for (const call of frame.calls) {
      // Below a box that is left out, all are.
      visit(call, { start: next, ...below });
      next += call.energy;
    }
    const work =
      frame.kind === 'precompile' ? new Map([['calls', frame.energy]] as const) : workOf(frame, works?.get(frame));
    for (const { kind, energy } of largestFirst(work)) {
      place({ name: WORK_TITLES[kind], kind, energy, start: next, ...below });
      next += energy;
      add(total, kind, energy);
    }
  }
  visit(root, { start: 0n, depth: 0 });
  return { boxes, work: largestFirst(total), omitted };
}
