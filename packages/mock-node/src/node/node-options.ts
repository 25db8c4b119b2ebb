import { type ChainOptions } from '../chain/chain.ts';
import { type MiningMode } from '../chain/mining-mode.ts';
import { createWallClock, DEFAULT_MAX_AHEAD_MS } from '../chain/wall-clock.ts';
import { type ContractOptions } from '../control/arguments/contract-options.ts';
import { readAmount, readInteger } from '../control/arguments/control-arguments.ts';
import { type WitnessKey } from '../crypto/witness-signer.ts';
import { argumentInvalid } from '../errors.ts';
import { type EthereumTools } from '../ethereum/ethereum-tools.ts';
import { checkKeys, type KnownKeys } from '../known-keys.ts';
import { isUnknownRule } from '../ledger/governance/unknown-rules.ts';
import { developmentAccounts, developmentWitness } from '../network/development-accounts.ts';
import { type NetworkDescription } from '../network/network-description.ts';
import { parseNetworkDescription } from '../network/parse-network-description.ts';
import { presetNames, presetNetwork, type PresetName } from '../network/presets.ts';
import { parameterRequirement } from '../protocol/chain-parameters.ts';
import { MIN_INT64 } from '../protocol/java/long.ts';
import { type Address, type Milliseconds } from '../protocol/primitives.ts';
import { DAY_MS, MAX_TIME } from '../protocol/time.ts';
import { DEFAULT_STEP_LIMIT } from '../vm/code/step-costs.ts';
import { accountOfKey, readAccounts, withAccounts, type AccountOptions, type ChosenAccounts } from './node-accounts.ts';

/** Options of a node. Each has a default. */
export interface MockNodeOptions {
  /** A network with known accounts; defaults to `spec`. Cannot be combined with `network`. */
  readonly preset?: PresetName;
  /** The description of a network: its file read with `JSON.parse`, or the `network` of another node. */
  readonly network?: NetworkDescription;
  /** Initial chain parameters that differ from the network's, by their names in getchainparameters. */
  readonly parameters?: Readonly<Record<string, bigint | number>>;
  /** Accounts with known keys, in addition to a described network's or in place of a preset's ten. */
  readonly accounts?: AccountOptions;
  /** Contracts of the initial state; defaults to none. */
  readonly contracts?: readonly ContractOptions[];
  /**
   * Initial time of the node's clock in milliseconds since 1970, at most in the year 9999. Defaults to
   * 2026-01-01T00:00:00Z, which gives equal requests equal ids. Pass `'wall-clock'` to follow the machine's clock, as
   * clients with their own clock need.
   */
  readonly startTime?: Milliseconds | 'wall-clock';
  /**
   * With `startTime: 'wall-clock'`, how far the head may be ahead of the node's clock, 0 milliseconds or more; defaults
   * to 60,000. The head gets ahead when transactions arrive faster than one every three seconds, because each gets a
   * block and blocks are three seconds apart. Transactions beyond the limit wait for the next slot and share its block.
   */
  readonly maxAheadMs?: Milliseconds;
  /** When blocks are produced; defaults to one block per transaction. */
  readonly mining?: MiningMode;
  /**
   * The minimum number of blocks by which `/walletsolidity`, and the block that built transactions refer to, stay
   * behind the head; 0 or more. Defaults to 1, as on a node with one witness. The default drops to 0 once a node with
   * instant mining has been idle for three seconds, by its own clock or the machine's.
   */
  readonly solidityLag?: number;
  /**
   * Maximum number of steps of a contract execution, or `'unlimited'`; defaults to 100,000,000. A call that exceeds it
   * fails as on a real node that runs out of time. A step is an instruction; hashes, signatures and the like count as
   * more. Imported blocks have no limit.
   */
  readonly stepLimit?: number | 'unlimited';
  /**
   * Private keys of witnesses, 32 bytes in hexadecimal. On a preset network their accounts become the witnesses, in
   * place of the one whose key is published. A described network names its own witnesses.
   */
  readonly witnessKeys?: readonly string[];
  /**
   * Called for each line that a contract writes with Solidity's `console.log`, soon after it is written: by a
   * transaction when it is broadcast, by a constant call, once by an estimate. The request log has the lines too.
   */
  readonly onConsoleLog?: (line: string) => void;
  /**
   * Makes `/jsonrpc` answer the control methods of Ethereum's development nodes, as Anvil (`'anvil'`) or Hardhat
   * (`'hardhat'`) does, and put revert data into the errors of calls. A real node has neither, and without this option
   * the mock node has neither.
   */
  readonly ethereumTools?: EthereumTools;
  /** Seed of the random draws of faults with a probability, any integer; defaults to 1. */
  readonly faultSeed?: number;
  /**
   * Names of chain parameters whose rules this node lacks and that the network, or a dump, may set all the same;
   * defaults to none. Then `explainTransaction` and the header `x-fork-unknowns` of every answer list those that are
   * not 0, because any result may differ from the network's.
   */
  readonly acceptUnknown?: readonly string[];
}

/** 2026-01-01T00:00:00Z: any fixed time works, and a round one is easy to recognize. */
const DEFAULT_START = 1_767_225_600_000;

const optionKeys: KnownKeys<MockNodeOptions> = {
  preset: true,
  network: true,
  parameters: true,
  accounts: true,
  contracts: true,
  startTime: true,
  maxAheadMs: true,
  mining: true,
  solidityLag: true,
  stepLimit: true,
  acceptUnknown: true,
  witnessKeys: true,
  onConsoleLog: true,
  ethereumTools: true,
  faultSeed: true,
};

/**
 * @throws MockNodeError `ARGUMENT_INVALID` for an unknown option, whose default would otherwise apply silently.
 * @internal
 */
export function checkOptionKeys(options: MockNodeOptions): void {
  checkKeys('options', options, optionKeys, '');
}

/**
 * Reads the network and the accounts that the options describe. @throws MockNodeError `ARGUMENT_INVALID`
 * @internal
 */
export function readNetwork(options: MockNodeOptions): {
  readonly network: NetworkDescription<bigint>;
  readonly chosen: ChosenAccounts;
} {
  const { preset, network, parameters = {} } = options;
  if (preset !== undefined && network !== undefined)
    throw argumentInvalid('preset', preset, 'absent if network is given');
  if (preset !== undefined && !presetNames.includes(preset))
    throw argumentInvalid('preset', preset, `one of ${presetNames.join(', ')}`);
  const isPreset = network === undefined;
  const chosen = readAccounts(options.accounts ?? {}, isPreset ? developmentAccounts.length : 0);
  const base = isPreset
    ? presetNetwork(preset ?? 'spec', witnessesOfPreset(options))
    : parseNetworkDescription(network, readAcceptUnknown(options));
  checkKeys('parameters', parameters, base.parameters);
  const changed = Object.entries(parameters).map(([name, value]) => [name, parameterValue(base, name, value)] as const);
  return {
    chosen,
    network: {
      ...base,
      parameters: { ...base.parameters, ...Object.fromEntries(changed) },
      genesis: withAccounts(base.genesis, chosen),
    },
  };
}

function witnessesOfPreset(options: MockNodeOptions): readonly Address[] {
  const [published, ...own] = readWitnessKeys(options).map(({ address }) => address);
  return own.length > 0 || published === undefined ? own : [published];
}

function parameterValue(network: NetworkDescription<bigint>, name: string, value: bigint | number): bigint {
  const path = `parameters.${name}`;
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value))
    throw argumentInvalid(path, value, 'a bigint or a safe integer');
  const amount = BigInt(value);
  readAmount(path, amount, { min: MIN_INT64 });
  const requirement = parameterRequirement(name, amount);
  if (requirement !== undefined) throw argumentInvalid(path, amount, requirement);
  return amount;
}

/** Reads the time options. @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readTimeOptions({
  startTime = DEFAULT_START,
  maxAheadMs,
}: Pick<MockNodeOptions, 'startTime' | 'maxAheadMs'>): Pick<ChainOptions, 'clock' | 'wallClock'> {
  if (startTime === 'wall-clock') return { clock: 0, wallClock: createWallClock(readMaxAhead(maxAheadMs)) };
  if (maxAheadMs !== undefined)
    throw argumentInvalid('maxAheadMs', maxAheadMs, "absent, unless startTime is 'wall-clock'");
  if (!Number.isSafeInteger(startTime) || startTime < 0 || startTime > MAX_TIME)
    throw argumentInvalid('startTime', startTime, `milliseconds since 1970, at most ${MAX_TIME}, or 'wall-clock'`);
  return { clock: startTime, wallClock: undefined };
}

function readMaxAhead(maxAheadMs: Milliseconds = DEFAULT_MAX_AHEAD_MS): Milliseconds {
  return readInteger('maxAheadMs', maxAheadMs, { min: 0, max: DAY_MS, unit: 'ms' });
}

/** @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readSolidityLag({ solidityLag }: Pick<MockNodeOptions, 'solidityLag'>): number | undefined {
  return solidityLag === undefined ? undefined : readInteger('solidityLag', solidityLag, { min: 0, unit: 'blocks' });
}

/** @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readAcceptUnknown({ acceptUnknown = [] }: Pick<MockNodeOptions, 'acceptUnknown'>): readonly string[] {
  if (!Array.isArray(acceptUnknown)) throw argumentInvalid('acceptUnknown', acceptUnknown, 'a list of names');
  for (const [index, name] of acceptUnknown.entries())
    if (typeof name !== 'string' || !isUnknownRule(name))
      throw argumentInvalid(`acceptUnknown[${index}]`, name, 'the name of a chain parameter that this node lacks');
  return acceptUnknown;
}

/** @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readStepLimit({ stepLimit = DEFAULT_STEP_LIMIT }: Pick<MockNodeOptions, 'stepLimit'>): number {
  if (stepLimit === 'unlimited') return Number.POSITIVE_INFINITY;
  if (!Number.isSafeInteger(stepLimit) || stepLimit < 1)
    throw argumentInvalid('stepLimit', stepLimit, "an integer of 1 or more, or 'unlimited'");
  return stepLimit;
}

/** @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readConsoleListener({
  onConsoleLog,
}: Pick<MockNodeOptions, 'onConsoleLog'>): MockNodeOptions['onConsoleLog'] {
  if (onConsoleLog !== undefined && typeof onConsoleLog !== 'function')
    throw argumentInvalid('onConsoleLog', onConsoleLog, 'a function that takes a line');
  return onConsoleLog;
}

/** @throws MockNodeError `ARGUMENT_INVALID` @internal */
export function readEthereumTools({
  ethereumTools,
}: Pick<MockNodeOptions, 'ethereumTools'>): MockNodeOptions['ethereumTools'] {
  if (ethereumTools !== undefined && ethereumTools !== 'anvil' && ethereumTools !== 'hardhat')
    throw argumentInvalid('ethereumTools', ethereumTools, "'anvil' or 'hardhat'");
  return ethereumTools;
}

/**
 * The keys that blocks are signed with. The development witness needs no curve arithmetic. @throws MockNodeError
 * `ARGUMENT_INVALID`
 * @internal
 */
export function readWitnessKeys({ witnessKeys = [] }: MockNodeOptions): readonly WitnessKey[] {
  return [developmentWitness, ...witnessKeys.map((key, index) => accountOfKey(`witnessKeys[${index}]`, key))];
}
