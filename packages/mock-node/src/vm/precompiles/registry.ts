import { type WordStack } from '../words/stack.ts';
import { type VmRules } from '../world/vm-rules.ts';
import { blake2f } from './blake2f.ts';
import { bn254Add, bn254Multiply, bn254Pairing } from './bn254.ts';
import { doubleSha256, identity, ripemd160Hash, sha256Hash } from './hashes.ts';
import {
  availableUnfreezeV2Size,
  checkUnDelegateResource,
  delegatableResource,
  expireUnfreezeBalanceV2,
  getChainParameter,
  isSrCandidate,
  receivedVoteCount,
  resourceUsage,
  resourceV2,
  rewardBalance,
  totalAcquiredResource,
  totalDelegatedResource,
  totalResource,
  totalVoteCount,
  unfreezableBalanceV2,
  usedVoteCount,
  voteCount,
} from './ledger-queries.ts';
import { modularExponentiation } from './modexp.ts';
import { p256Verify } from './p256-verify.ts';
import { type Precompile } from './precompile.ts';
import { merkleHash, verifyBurnProof, verifyMintProof, verifyTransferProof } from './shielded.ts';
import { batchValidateSign, ecrecover, validateMultiSign } from './signatures.ts';

type Flag = 'always' | 'solidity059' | 'shieldedTrc20' | 'vote' | 'compatibleEvm' | 'freezeV2' | 'osaka';
type Row = readonly [address: number, precompile: Precompile, flag: Flag];

// Every precompile of the network: address, implementation, the rule that enables it.
// Source: docs/protocol/virtual-machine.md, precompiles; java-tron 4.8.2's PrecompiledContracts.java, lines 205 to 330.
const rows: readonly Row[] = [
  [0x1, ecrecover, 'always'],
  [0x2, sha256Hash, 'always'],
  [0x3, doubleSha256, 'always'],
  [0x4, identity, 'always'],
  [0x5, modularExponentiation, 'always'],
  [0x6, bn254Add, 'always'],
  [0x7, bn254Multiply, 'always'],
  [0x8, bn254Pairing, 'always'],
  [0x9, batchValidateSign, 'solidity059'],
  [0xa, validateMultiSign, 'solidity059'],
  [0x100, p256Verify, 'osaka'],
  [0x100_0001, verifyMintProof, 'shieldedTrc20'],
  [0x100_0002, verifyTransferProof, 'shieldedTrc20'],
  [0x100_0003, verifyBurnProof, 'shieldedTrc20'],
  [0x100_0004, merkleHash, 'shieldedTrc20'],
  [0x100_0005, rewardBalance, 'vote'],
  [0x100_0006, isSrCandidate, 'vote'],
  [0x100_0007, voteCount, 'vote'],
  [0x100_0008, usedVoteCount, 'vote'],
  [0x100_0009, receivedVoteCount, 'vote'],
  [0x100_000a, totalVoteCount, 'vote'],
  [0x2_0003, ripemd160Hash, 'compatibleEvm'],
  [0x2_0009, blake2f, 'compatibleEvm'],
  [0x100_000b, getChainParameter, 'freezeV2'],
  [0x100_000c, availableUnfreezeV2Size, 'freezeV2'],
  [0x100_000d, unfreezableBalanceV2, 'freezeV2'],
  [0x100_000e, expireUnfreezeBalanceV2, 'freezeV2'],
  [0x100_000f, delegatableResource, 'freezeV2'],
  [0x100_0010, resourceV2, 'freezeV2'],
  [0x100_0011, checkUnDelegateResource, 'freezeV2'],
  [0x100_0012, resourceUsage, 'freezeV2'],
  [0x100_0013, totalResource, 'freezeV2'],
  [0x100_0014, totalDelegatedResource, 'freezeV2'],
  [0x100_0015, totalAcquiredResource, 'freezeV2'],
];

const byAddress = /* @__PURE__ */ new Map(rows.map((row) => [row[0], row]));

/**
 * The precompile at the address in word `index` of the stack under the rules. The complete word counts: with bits set
 * above the address, it is an ordinary account.
 */
export function findPrecompile(rules: VmRules, stack: WordStack, index: number): Precompile | undefined {
  const row = byAddress.get(stack.small[index]!);
  if (row === undefined) return undefined;
  const [, precompile, flag] = row;
  return flag === 'always' || rules[flag] ? precompile : undefined;
}
