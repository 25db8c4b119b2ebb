import { createChain } from '../chain/chain.ts';
import { importBlock } from '../chain/import-block.ts';
import { createControls, type Controls } from '../control/controls.ts';
import { checkMiningMode, createMining } from '../control/interval-mining.ts';
import { openChain } from '../control/open-chain.ts';
import { createConsoleLog } from '../control/tracing/console-log.ts';
import { createWitnessSigner, type WitnessKey } from '../crypto/witness-signer.ts';
import { blockFromJson } from '../message/block-json.ts';
import { toBase58 } from '../protocol/address.ts';
import { assembleNode } from './assemble-node.ts';
import { type BaseNode } from './base-node.ts';
import { knownAccounts, knownWitnesses } from './node-accounts.ts';
import {
  checkOptionKeys,
  readAcceptUnknown,
  readConsoleListener,
  readEthereumTools,
  readNetwork,
  readSolidityLag,
  readTimeOptions,
  readWitnessKeys,
  readStepLimit,
  type MockNodeOptions,
} from './node-options.ts';

/** An account with its private key. */
export interface NodeAccount {
  /** Base58check. */
  readonly address: string;
  /** 32 bytes in hexadecimal. */
  readonly privateKey: string;
}

/** A full node in this process. */
export interface MockNode extends Controls, BaseNode {
  /**
   * The accounts whose keys the node knows. These are the accounts of the option `accounts`. By default a preset
   * network has ten with a million coins each. A described network has those of the ten that its genesis contains.
   */
  readonly accounts: readonly NodeAccount[];
  /**
   * The witnesses whose keys the node knows, such as a preset's. They sign proposals, approvals and brokerage changes.
   */
  readonly witnesses: readonly NodeAccount[];
  /**
   * Executes a block of another node, given in the JSON form of getblockbynum. @throws MockNodeError `BLOCK_INVALID`;
   * the node is unchanged.
   */
  readonly importBlock: (json: string) => void;
}

/** A node of a preset network, whose ten accounts are known. */
export interface PresetNode extends MockNode {
  readonly accounts: PresetAccounts;
  readonly witnesses: readonly [NodeAccount, ...NodeAccount[]];
}

/** The ten accounts of a preset network, as a tuple: indexing the first ones needs no check for undefined. */
export type PresetAccounts = readonly [
  NodeAccount,
  NodeAccount,
  NodeAccount,
  NodeAccount,
  NodeAccount,
  NodeAccount,
  NodeAccount,
  NodeAccount,
  NodeAccount,
  NodeAccount,
];

/**
 * Starts a full node in this process, with real energy metering and the HTTP interface behind `fetch`.
 *
 * It is ready immediately and has produced its first blocks. Equal options and equal requests give equal ids, because
 * nothing reads the machine's clock unless an option says so.
 *
 * @param options - network, clock, mining; all optional
 * @throws MockNodeError `ARGUMENT_INVALID`, naming the option, or `CONFIG_INVALID`, naming the member of `network`.
 * @example
 * ```ts
 * import { createMockNode } from '@coin/mock-node';
 *
 * const node = createMockNode();
 * const answer = await node.fetch('http://node/wallet/getaccount', {
 *   method: 'POST',
 *   body: JSON.stringify({ address: node.accounts[0].address, visible: true }),
 * });
 * (await answer.json()).balance; // => 1000000000000
 * ```
 */
export function createMockNode(
  options?: MockNodeOptions & { readonly network?: undefined; readonly accounts?: undefined },
): PresetNode;
export function createMockNode(options: MockNodeOptions): MockNode;
export function createMockNode(options: MockNodeOptions = {}): MockNode {
  checkOptionKeys(options);
  const { network, chosen } = readNetwork(options);
  const witnessKeys = readWitnessKeys(options);
  const consoleLog = createConsoleLog(readConsoleListener(options));
  const chain = createChain({
    network,
    acceptUnknown: readAcceptUnknown(options),
    signer: createWitnessSigner(witnessKeys),
    ...readTimeOptions(options),
    mining: checkMiningMode(options.mining ?? { kind: 'instant' }),
    solidityLag: readSolidityLag(options),
    stepLimit: readStepLimit(options),
    tracing: consoleLog.tracing,
  });
  openChain(chain, options.contracts ?? []);
  const mining = createMining(chain);
  const known = knownAccounts(network.genesis, chosen);
  const controls = createControls(chain, mining, known[0]?.address);
  const accounts = known.map(nodeAccount);
  return assembleNode({
    chain,
    mining,
    controls,
    consoleLog,
    accounts,
    faultSeed: options.faultSeed,
    ethereumTools: readEthereumTools(options),
    members: {
      ...controls,
      accounts,
      witnesses: knownWitnesses(network.genesis, witnessKeys).map(nodeAccount),
      importBlock: (json: string) => importBlock(chain, blockFromJson(json)),
    },
  });
}

const nodeAccount = ({ address, privateKey }: WitnessKey): NodeAccount => ({ address: toBase58(address), privateKey });
