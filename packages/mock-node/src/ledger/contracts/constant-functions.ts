import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { keccak256 } from '../../protocol/hash.ts';
import { AbiEntryType, StateMutabilityType } from '../../protocol/messages/enumerations.ts';
import { SmartContractAbi } from '../../protocol/messages/messages.ts';
import { decode } from '../../protocol/messages/wire.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { type Contract } from '../../state/records/contract.ts';

const known = /* @__PURE__ */ new WeakMap<Contract, ReadonlySet<Hex>>();

/**
 * Selectors (4 bytes) of the functions that a contract's ABI marks as read-only. Of two functions with the same
 * selector, the first counts.
 *
 * Source: docs/protocol/contract-calls.md.
 */
export function constantFunctions(contract: Contract): ReadonlySet<Hex> {
  const selectors = known.get(contract) ?? readSelectors(contract.abi ?? '');
  known.set(contract, selectors);
  return selectors;
}

function readSelectors(abi: Hex): ReadonlySet<Hex> {
  const isConstant = new Map<Hex, boolean>();
  const unchanging = [StateMutabilityType.values.View, StateMutabilityType.values.Pure];
  for (const entry of decode(SmartContractAbi, hexToBytes(abi)).entrys) {
    if (entry.type !== AbiEntryType.values.Function) continue;
    const signature = `${entry.name}(${entry.inputs.map(({ type }) => type).join(',')})`;
    const selector = bytesToHex(keccak256(utf8ToBytes(signature)).subarray(0, 4));
    if (isConstant.has(selector)) continue;
    isConstant.set(selector, entry.constant || unchanging.includes(entry.stateMutability));
  }
  return new Set([...isConstant].filter(([, constant]) => constant).map(([selector]) => selector));
}
