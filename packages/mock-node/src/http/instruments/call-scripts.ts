import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CallAnswer, ContractCall } from '../../chain/constant-call.ts';
import type { EstimateAnswer } from '../../chain/estimate-energy.ts';
import { readAddress, readAmount, readHex } from '../../control/control-arguments.ts';
import { ResponseCode } from '../../protocol/answers.ts';
import { keccak256 } from '../../protocol/hash.ts';
import type { TransactionMessage } from '../../protocol/messages.ts';
import { hexFromText } from '../json/hex-text.ts';

/** What a scripted call answers. Energy in units, 0 or more. */
export interface CallScript {
  /** Base58check or 41-hex. No contract needs to stand there. */
  readonly contract: string;
  /** The function as it is hashed, `balanceOf(address)`; absent: every call of the contract. */
  readonly functionSelector?: string;
  /** Returned bytes in hexadecimal; of a revert, its data. */
  readonly result?: string;
  /** Energy with its penalty. */
  readonly energyUsed?: bigint;
  readonly energyPenalty?: bigint;
  /** What estimateenergy answers; `energyUsed` unless given. */
  readonly energyRequired?: bigint;
  readonly outcome?: 'success' | 'revert';
}

interface StoredScript extends CallScript {
  readonly address: string;
  readonly selector: string | undefined;
}

/**
 * Answers to contract calls for tests that do not care about bytecode. Later scripts win over earlier ones. A transaction that is broadcast runs real
 * bytecode all the same.
 */
export interface CallScripts {
  readonly add: (script: CallScript) => void;
  readonly reset: () => void;
  readonly find: (call: ContractCall) => CallScript | undefined;
}

export function createCallScripts(): CallScripts {
  let scripts: readonly StoredScript[] = [];
  return {
    add(script) {
      const { functionSelector: signature } = script;
      if (script.result !== undefined) readHex('result', script.result);
      for (const key of ['energyUsed', 'energyPenalty', 'energyRequired'] as const) {
        if (script[key] !== undefined) readAmount(key, script[key], 0n);
      }
      const selector =
        signature === undefined ? undefined : bytesToHex(keccak256(utf8ToBytes(signature)).subarray(0, 4));
      scripts = [{ ...script, address: readAddress('contract', script.contract), selector }, ...scripts];
    },
    reset() {
      scripts = [];
    },
    find: (call) =>
      scripts.find(
        ({ address, selector }) =>
          address === call.contract_address && (selector === undefined || call.data.startsWith(selector)),
      ),
  };
}

const revertText = bytesToHex(utf8ToBytes('REVERT opcode executed'));

/** A scripted answer around the transaction that the node would wrap the call in. */
export function scriptedCall(script: CallScript, transaction: TransactionMessage): CallAnswer {
  const reverts = script.outcome === 'revert';
  return {
    transaction: { ...transaction, ret: [reverts ? { ret: 1 } : {}] },
    ...(reverts && { result: { message: revertText } }),
    energy_used: script.energyUsed ?? 0n,
    energy_penalty: script.energyPenalty ?? 0n,
    constant_result: [bytesToHex(hexToBytes(hexFromText(script.result ?? '') ?? ''))],
  };
}

export function scriptedEstimate(script: CallScript): EstimateAnswer {
  if (script.outcome === 'revert') {
    return { result: { code: ResponseCode.values.CONTRACT_EXE_ERROR, message: revertText } };
  }
  return { result: { result: true }, energy_required: script.energyRequired ?? script.energyUsed ?? 0n };
}
