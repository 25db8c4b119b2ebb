import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { javaException } from '../../json/request-errors.ts';
import { readHeader } from '../../ledger/execution/block.ts';
import { energyPrice } from '../../ledger/execution/energy-billing.ts';
import { hexBytes } from '../../message/request-arguments.ts';
import { keccak256 } from '../../protocol/hash.ts';
import { NODE_VERSION } from '../../protocol/node-version.ts';
import { firstBlock, headBlock } from '../../state/accessors/blocks.ts';
import { getWitness } from '../../state/accessors/witnesses.ts';
import { internalError, invalidParams } from '../envelope/failures.ts';
import { text } from '../values/arguments.ts';
import { data, quantity } from '../values/quantities.ts';
import { method, type MethodContext, type Methods } from './method.ts';

/** The network and the node itself. Source: docs/protocol/json-rpc.md, Methods. */
export const networkMethods: Methods = {
  web3_clientVersion: method('web3ClientVersion', [], () => `TRON/v${NODE_VERSION}/Linux/Java1.8`),
  web3_sha3: method('web3Sha3', [text], (_, input) => sha3(input)),
  net_version: method('getNetVersion', [], chainId),
  eth_chainId: method('ethChainId', [], chainId),
  // The node has no peers.
  net_listening: method('isListening', [], () => false),
  net_peerCount: method('getPeerCount', [], () => quantity(0)),
  eth_syncing: method('getSyncingStatus', [], () => false),
  eth_protocolVersion: method('getProtocolVersion', [], ({ state }) => quantity(readHeader(headBlock(state)).version)),
  eth_blockNumber: method('getLatestBlockNum', [], ({ state }) => quantity(headBlock(state).number)),
  eth_gasPrice: method('gasPrice', [], ({ state }) => quantity(energyPrice(state))),
  eth_coinbase: method('getCoinbase', [], coinbase),
  eth_mining: method('isMining', [], (context) => ownWitness(context) !== undefined),
  eth_hashrate: method('getHashRate', [], () => quantity(0)),
  eth_accounts: method('getAccounts', [], () => []),
  eth_getWork: method('ethGetWork', [], ({ state }) => [data(headBlock(state).id), null, null]),
};

/** The last four bytes of the genesis block's id, with leading zeros. */
function chainId({ state }: MethodContext): string {
  return data(firstBlock(state.root).id.slice(-8));
}

function sha3(input: string | null): string {
  try {
    return data(bytesToHex(keccak256(hexToBytes(hexBytes(input ?? undefined)))));
  } catch (error) {
    if (javaException(error) === undefined) throw error;
    throw invalidParams('invalid input value');
  }
}

/** The address with its prefix, unlike all other addresses. */
function coinbase(context: MethodContext): string {
  const witness = ownWitness(context);
  if (witness === undefined) throw internalError('etherbase must be explicitly specified');
  return data(witness);
}

/** This node produces blocks for every witness, and considers the first of the genesis its own. */
function ownWitness({ chain, state }: MethodContext): string | undefined {
  return chain.network.genesis.witnesses.map(({ address }) => address).find((address) => getWitness(state, address));
}
