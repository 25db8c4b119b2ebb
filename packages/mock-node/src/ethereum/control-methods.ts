import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { latestState, type Chain, type Ledger } from '../chain/chain.ts';
import { setImpersonated } from '../chain/impersonation.ts';
import { dropPending, reapplyPending } from '../chain/pending.ts';
import { type Controls } from '../control/controls.ts';
import { isMockNodeError } from '../errors.ts';
import { type JsonValue } from '../json/json-value.ts';
import { invalidParams, unavailable } from '../jsonrpc/envelope/failures.ts';
import { type Json } from '../jsonrpc/envelope/json-text.ts';
import { quantity, readHash } from '../jsonrpc/values/quantities.ts';
import { energyPrice } from '../ledger/execution/energy-billing.ts';
import { NODE_VERSION } from '../protocol/node-version.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { getAccount } from '../state/accessors/accounts.ts';
import {
  changeMining,
  increaseTime,
  isAutomining,
  mineBlocks,
  setNextBlockTimestamp,
  setTime,
} from './block-controls.ts';
import { debugTrace } from './debug-trace.ts';
import { type EthereumTools } from './ethereum-tools.ts';
import { feeHistory } from './fee-history.ts';
import { memberOf, readAccount, readBytes, readCount, readFlag, readQuantity, readText } from './read-parameters.ts';
import { sendTransaction } from './send-transaction.ts';
import { signMessage, signTypedData } from './sign.ts';

/** The parts of a node that the control methods use. */
export interface EthereumContext {
  readonly tools: EthereumTools;
  readonly chain: Chain;
  readonly controls: Controls;
  /** The ledger that `reset` returns to. */
  readonly initial: Ledger;
  /** Accounts with known keys, by address. */
  readonly keys: ReadonlyMap<Address, Hex>;
  /** While all accounts are impersonated: those that have sent a transaction because of that. */
  automatic: Set<Address> | undefined;
}

/** A method with the numbers of parameters that it accepts. */
export interface ControlMethod {
  readonly parameters: readonly number[];
  readonly act: (context: EthereumContext, values: readonly JsonValue[]) => Json;
}

const taking = (
  parameters: readonly number[],
  act: (context: EthereumContext, ...values: readonly JsonValue[]) => Json | void,
): ControlMethod => ({ parameters, act: (context, values) => act(context, ...values) ?? null });

/** Declares a method that Anvil and Hardhat name alike after their prefix. */
const both = (name: string, method: ControlMethod): Readonly<Record<string, ControlMethod>> => ({
  [`anvil_${name}`]: method,
  [`hardhat_${name}`]: method,
});

const send = (isUnsigned: boolean): ControlMethod =>
  taking([1], (context, transaction = null) => {
    const { chain, keys, automatic } = context;
    const known = chain.ledger.impersonated;
    const keyOf = (address: Address): Hex | undefined => keys.get(address);
    const id = sendTransaction(chain, transaction, { keyOf, isUnsigned: isUnsigned || automatic !== undefined });
    for (const address of chain.ledger.impersonated)
      if (!isUnsigned && !known.includes(address)) automatic?.add(address);
    return `0x${id}`;
  });

const snapshotSyntax = /^0x[0-9a-f]{1,8}$/;

/** The longest interval of a timer. */
const MAX_INTERVAL_MS = 2 ** 31 - 1;

const intervalMining = taking([1], (context, interval = null) => {
  const unitMs = context.tools === 'anvil' ? 1000 : 1;
  const intervalMs = unitMs * readCount('interval', interval, Math.floor(MAX_INTERVAL_MS / unitMs));
  changeMining(context, { intervalMs });
});

const timeSetting = taking([1], (context, timestamp = null) => setTime(context, timestamp));

/** The control methods with a meaning on this chain, and the node's methods that they replace. */
export const controlMethods: Readonly<Record<string, ControlMethod>> = {
  web3_clientVersion: taking([0], ({ tools }) => {
    const name = { anvil: 'anvil', hardhat: 'HardhatNetwork' }[tools];
    return `${name}/v${NODE_VERSION}/@coin/mock-node`;
  }),
  eth_accounts: taking([0], ({ keys }) => [...keys.keys()].map((address) => `0x${address.slice(2)}`)),
  eth_sendTransaction: send(false),
  eth_sendUnsignedTransaction: send(true),
  eth_sign: taking([2], ({ keys }, address = null, message = null) => signMessage(keys, address, message)),
  // A password may follow.
  personal_sign: taking([2, 3], ({ keys }, message = null, address = null) => signMessage(keys, address, message)),
  eth_signTypedData_v4: taking([2], ({ keys }, address = null, data = null) => signTypedData(keys, address, data)),
  // The base fee of a block is 0, and a transaction's price the same in each of them.
  eth_maxPriorityFeePerGas: taking([0], ({ chain }) => quantity(energyPrice(latestState(chain)))),
  eth_feeHistory: taking([2, 3], ({ chain }, blocks = null, newest = null, percentiles = null) =>
    feeHistory(latestState(chain), { blocks, newest, percentiles }),
  ),
  debug_traceTransaction: taking([1, 2], ({ controls }, hash = null, options = null) =>
    debugTrace(controls, hash, options),
  ),
  txpool_status: taking([0], ({ chain }) => ({
    pending: `0x${(chain.ledger.pending?.transactions.length ?? 0).toString(16)}`,
    queued: '0x0',
  })),

  evm_snapshot: taking([0], ({ controls }) => `0x${Number(controls.snapshot()).toString(16)}`),
  evm_revert: taking([1], ({ chain, controls }, snapshot = null) => {
    const id = readText('snapshot', snapshot);
    const { impersonated } = chain.ledger;
    try {
      controls.revert(snapshotSyntax.test(id) ? String(Number(id)) : id);
      // Who is impersonated is not part of the state of Ethereum's nodes.
      if (chain.ledger.impersonated !== impersonated) chain.ledger = { ...chain.ledger, impersonated };
      return true;
    } catch (error) {
      if (isMockNodeError(error, 'SNAPSHOT_UNKNOWN')) return false;
      throw error;
    }
  }),
  evm_mine: taking([0, 1], (context, value = null) => {
    const isOptions = value instanceof Map;
    const time = isOptions ? memberOf(value, 'timestamp') : value;
    if (time !== null) setNextBlockTimestamp(context, time);
    mineBlocks(context, memberOf(value, 'blocks'), null);
    return '0x0';
  }),
  evm_increaseTime: taking([1], (context, seconds = null) => increaseTime(context, seconds)),
  evm_setNextBlockTimestamp: taking([1], (context, timestamp = null) => setNextBlockTimestamp(context, timestamp)),
  evm_setTime: timeSetting,
  anvil_setTime: timeSetting,
  evm_setAutomine: taking([1], (context, enabled = null) => {
    changeMining(context, { isAutomining: readFlag('enabled', enabled) });
    return true;
  }),
  evm_setIntervalMining: intervalMining,
  anvil_setIntervalMining: intervalMining,
  ...both(
    'getAutomine',
    taking([0], (context) => isAutomining(context)),
  ),
  ...both(
    'mine',
    taking([0, 1, 2], (context, blocks = null, interval = null) => {
      mineBlocks(context, blocks, interval);
      return true;
    }),
  ),

  ...both(
    'setBalance',
    taking([2], ({ controls }, address = null, balance = null) => {
      controls.setBalance(readAccount('address', address), readQuantity('balance', balance));
      return true;
    }),
  ),
  ...both(
    'setCode',
    taking([2], ({ controls }, address = null, code = null) => {
      controls.setCode({ address: readAccount('address', address), code: readBytes('code', code) });
      return true;
    }),
  ),
  ...both(
    'setStorageAt',
    taking([3], ({ controls }, address = null, index = null, value = null) => {
      const slot = readQuantity('slot', index).toString(16);
      controls.setStorage({ contract: readAccount('address', address), slot, value: readBytes('value', value) });
      return true;
    }),
  ),
  ...both(
    'impersonateAccount',
    taking([1], ({ controls }, address = null) => {
      controls.impersonate(readAccount('address', address));
      return true;
    }),
  ),
  ...both(
    'stopImpersonatingAccount',
    taking([1], ({ controls }, address = null) => {
      controls.stopImpersonating(readAccount('address', address));
      return true;
    }),
  ),
  ...both(
    'autoImpersonateAccount',
    taking([1], (context, enabled = null) => {
      const isEnabled = readFlag('enabled', enabled);
      if (!isEnabled) for (const address of context.automatic ?? []) setImpersonated(context.chain, address, false);
      context.automatic = isEnabled ? (context.automatic ?? new Set()) : undefined;
      return true;
    }),
  ),
  anvil_addBalance: taking([2], ({ chain, controls }, address = null, amount = null) => {
    const account = readAccount('address', address);
    const { balance = 0n } = getAccount(latestState(chain), account) ?? {};
    controls.setBalance(account, balance + readQuantity('amount', amount));
  }),
  anvil_dealERC20: taking([3], ({ controls }, address = null, token = null, balance = null) => {
    const [owner, contract] = [readAccount('address', address), readAccount('token', token)];
    controls.dealToken({ address: owner, token: contract, balance: readQuantity('balance', balance) });
  }),
  anvil_dropAllTransactions: taking([0], ({ chain }) => reapplyPending(chain, [])),
  anvil_removePoolTransactions: taking([1], ({ chain }, address = null) => {
    const owner = readAccount('address', address);
    const pending = chain.ledger.pending?.transactions ?? [];
    reapplyPending(
      chain,
      pending.filter(({ call }) => call.owner !== owner),
    );
  }),
  ...both(
    'dropTransaction',
    taking([1], ({ chain }, hash = null) => dropPending(chain, readHash(readText('hash', hash)))),
  ),

  ...both(
    'dumpState',
    taking([0], ({ controls }) => `0x${bytesToHex(utf8ToBytes(controls.dump()))}`),
  ),
  ...both(
    'loadState',
    taking([1], ({ controls }, state = null) => {
      controls.load(new TextDecoder().decode(hexToBytes(readBytes('state', state))));
      return true;
    }),
  ),
  ...both(
    'reset',
    taking([0, 1], ({ chain, initial }, options = null) => {
      const forking = memberOf(options, 'forking');
      if (memberOf(forking, 'jsonRpcUrl') !== null || memberOf(forking, 'blockNumber') !== null)
        throw unavailable('a fork is chosen at the start, by --fork or forkMockNode');
      chain.ledger = initial;
      return true;
    }),
  ),
};

/** Runs a method. A control's rejection becomes an error of the parameters. @throws MethodError */
export function runControl(method: ControlMethod, context: EthereumContext, values: readonly JsonValue[]): Json {
  try {
    return method.act(context, values);
  } catch (error) {
    throw isMockNodeError(error) ? invalidParams(error.shortMessage) : error;
  }
}
