import { type Address } from '../../protocol/primitives.ts';
import { OP } from '../code/opcodes.ts';
import { type Execution } from '../machine/execution.ts';
import { type Frame } from '../machine/frame.ts';
import { pushLong, pushNumber } from '../machine/push.ts';
import { addressLimb } from '../words/address-limbs.ts';
import { keccak256 } from '../words/keccak.ts';
import { copyLimbs, intSafe, readAddress, normalizeWord, writeBigint, writeBytes, writeWord } from '../words/stack.ts';
import { type Handler } from './handler.ts';

const NO_CODE = /* @__PURE__ */ new Uint8Array(0);
const BLOCK_HASHES = 256;
const ADDRESS_PREFIX = 0x41;

/** Pushes an address of 21 bytes, or of 20 without the network's prefix. */
function pushAddress(execution: Execution, frame: Frame, address: Address, prefix: 'with prefix' | 'bare'): void {
  const { small, limbs } = execution.stack;
  const { addressLimbs } = execution.workspace;
  let word = addressLimbs.get(address);
  if (word === undefined) {
    word = new Int32Array(8);
    for (let limb = 0; limb < 5; limb++) word[limb] = addressLimb(address, limb);
    addressLimbs.set(address, word);
  }
  copyLimbs(limbs, frame.top, word, 0);
  if (prefix === 'with prefix') limbs[frame.top * 8 + 5] = ADDRESS_PREFIX;
  normalizeWord(small, limbs, frame.top++);
}

function blockHash(execution: Execution, frame: Frame): void {
  const { block, stack } = execution;
  const index = intSafe(stack, frame.top - 1);
  const recent = index < block.number && index >= Math.max(BLOCK_HASHES, block.number) - BLOCK_HASHES;
  const id = recent ? block.blockID(index) : undefined;
  if (id === undefined) stack.small[frame.top - 1] = 0;
  else writeWord(stack, frame.top - 1, id, 0);
}

function codeHash(execution: Execution, address: Address): Uint8Array {
  if (!execution.state.hasAccount(address)) return NO_CODE;
  return execution.state.getCode(address)?.hash ?? keccak256(NO_CODE);
}

function callDataLoad(execution: Execution, frame: Frame): void {
  const { input } = frame.message;
  const { stack } = execution;
  const offset = stack.small[frame.top - 1]!;
  if (offset < 0 || offset >= input.length) stack.small[frame.top - 1] = 0;
  else if (offset + 32 <= input.length) writeWord(stack, frame.top - 1, input, offset);
  else {
    const padded = new Uint8Array(32);
    for (let i = offset; i < input.length; i++) padded[i - offset] = input[i]!;
    writeWord(stack, frame.top - 1, padded, 0);
  }
}

const pushZero: Handler = (execution, frame) => pushNumber(execution, frame, 0);

/** Instructions that read the contract, its call, other accounts and the block. */
export const environmentHandlers: Readonly<Record<number, Handler>> = {
  [OP.ADDRESS]: (execution, frame) => {
    pushAddress(execution, frame, frame.message.address, execution.rules.multiSign ? 'bare' : 'with prefix');
  },
  [OP.ORIGIN]: (execution, frame) => {
    pushAddress(execution, frame, execution.origin, execution.rules.multiSign ? 'bare' : 'with prefix');
  },
  [OP.CALLER]: (execution, frame) => {
    pushAddress(execution, frame, frame.message.caller, 'bare');
  },
  [OP.BALANCE]: (execution, frame) => {
    const address = readAddress(execution.stack, frame.top - 1);
    writeBigint(execution.stack, frame.top - 1, BigInt.asUintN(64, execution.state.getBalance(address)));
  },
  [OP.SELFBALANCE]: (execution, frame) => {
    pushLong(execution, frame, execution.state.getBalance(frame.message.address));
  },
  [OP.CALLVALUE]: (execution, frame) => {
    pushLong(execution, frame, frame.message.callValue);
  },
  [OP.CALLDATALOAD]: callDataLoad,
  [OP.CALLDATASIZE]: (execution, frame) => {
    pushNumber(execution, frame, frame.message.input.length);
  },
  [OP.RETURNDATASIZE]: (execution, frame) => {
    pushNumber(execution, frame, frame.returnData.length);
  },
  [OP.GASPRICE]: (execution, frame) => {
    const paid = execution.rules.compatibleEvm && frame.message.version === 1;
    pushLong(execution, frame, paid ? execution.rules.energyFee : 0n);
  },
  [OP.EXTCODESIZE]: (execution, frame) => {
    const code = execution.state.getCode(readAddress(execution.stack, frame.top - 1));
    execution.stack.small[frame.top - 1] = code?.bytes.length ?? 0;
  },
  [OP.EXTCODEHASH]: (execution, frame) => {
    const hash = codeHash(execution, readAddress(execution.stack, frame.top - 1));
    writeBytes(execution.stack, frame.top - 1, hash);
  },
  [OP.BLOCKHASH]: blockHash,
  [OP.COINBASE]: (execution, frame) => {
    pushAddress(execution, frame, execution.block.coinbase, 'with prefix');
  },
  [OP.TIMESTAMP]: (execution, frame) => {
    pushNumber(execution, frame, Math.floor(execution.block.timestamp / 1000));
  },
  [OP.NUMBER]: (execution, frame) => {
    pushNumber(execution, frame, execution.block.number);
  },
  [OP.DIFFICULTY]: pushZero,
  [OP.GASLIMIT]: pushZero,
  [OP.BLOBBASEFEE]: pushZero,
  [OP.CHAINID]: (execution, frame) => {
    const id = execution.block.genesisBlockID;
    const short = execution.rules.compatibleEvm || execution.rules.optimizedReturnValueOfChainId;
    writeBytes(execution.stack, frame.top++, short ? id.subarray(id.length - 4) : id);
  },
  [OP.BASEFEE]: (execution, frame) => {
    pushLong(execution, frame, execution.rules.energyFee);
  },
  [OP.BLOBHASH]: (execution, frame) => {
    execution.stack.small[frame.top - 1] = 0;
  },
  [OP.MSIZE]: (execution, frame) => {
    pushNumber(execution, frame, frame.memory.size);
  },
  [OP.GAS]: (execution, frame) => {
    pushNumber(execution, frame, frame.energyLeft);
  },
};
