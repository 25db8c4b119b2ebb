import { AssetIssueContract } from '../../protocol/messages/contract-messages.ts';
import { decode, encode } from '../../protocol/messages/wire.ts';
import { type Account } from '../records/account.ts';
import { type Asset } from '../records/asset.ts';
import { type Code, type Contract, type ContractEnergyState } from '../records/contract.ts';
import { type DelegationPair } from '../records/delegation.ts';
import { type Properties } from '../records/properties.ts';
import { type Proposal } from '../records/proposal.ts';
import { type PendingVotes, type Vote } from '../records/vote.ts';
import { type Witness } from '../records/witness.ts';
import {
  type Codec,
  CodecError,
  address,
  amount,
  array,
  boolean,
  bytes,
  hex,
  integer,
  map,
  naturalAmount,
  oneOf,
  optional,
  record,
  text,
  time,
} from './codec.ts';

const vote: Codec<Vote> = /* @__PURE__ */ record({ witness: address, count: naturalAmount });

export const votesCodec: Codec<readonly Vote[]> = /* @__PURE__ */ array(vote);

export const pendingVotesCodec: Codec<PendingVotes> = /* @__PURE__ */ record({ before: votesCodec, after: votesCodec });

const resourceUse = /* @__PURE__ */ record({
  usage: naturalAmount,
  time: integer,
  window: naturalAmount,
  windowOptimized: boolean,
});

const stake = /* @__PURE__ */ record({ bandwidth: naturalAmount, energy: naturalAmount });

const permission = /* @__PURE__ */ record({
  type: oneOf('Owner', 'Witness', 'Active'),
  id: integer,
  name: text,
  threshold: naturalAmount,
  parentId: integer,
  operations: hex,
  keys: array(record({ address, weight: naturalAmount })),
});

export const accountCodec: Codec<Account> = /* @__PURE__ */ record({
  address,
  type: oneOf('Normal', 'AssetIssue', 'Contract'),
  name: hex,
  accountId: optional(hex),
  hasEmptyStakeV1: optional(boolean),
  balance: amount,
  votes: votesCodec,
  createTime: time,
  latestOperationTime: time,
  allowance: naturalAmount,
  latestWithdrawTime: time,
  isWitness: boolean,
  freeNetUsage: naturalAmount,
  latestConsumeFreeTime: integer,
  net: resourceUse,
  energy: resourceUse,
  frozen: record({
    BANDWIDTH: optional(naturalAmount),
    ENERGY: optional(naturalAmount),
    TRON_POWER: optional(naturalAmount),
  }),
  unfreezing: array(
    record({ resource: oneOf('BANDWIDTH', 'ENERGY', 'TRON_POWER'), amount: naturalAmount, expireTime: time }),
  ),
  delegated: stake,
  acquired: stake,
  ownerPermission: optional(permission),
  witnessPermission: optional(permission),
  activePermissions: array(permission),
  assets: optional(map(naturalAmount)),
  assetUse: optional(map(record({ usage: naturalAmount, time: integer }))),
  issuedAsset: optional(record({ id: text, name: hex })),
  frozenSupply: optional(array(record({ amount: naturalAmount, expireTime: amount }))),
  writtenIn: integer,
  assetOptimized: boolean,
});

/** A token in the protocol's encoding. */
export const assetCodec: Codec<Asset> = {
  write: (asset) => bytes.write(encode(AssetIssueContract, asset)),
  read: (json, path) => {
    const encoded = bytes.read(json, path);
    try {
      return decode(AssetIssueContract, encoded);
    } catch (error) {
      throw new CodecError(path, `is not a token (${error instanceof Error ? error.message : String(error)})`);
    }
  },
};

export const contractCodec: Codec<Contract> = /* @__PURE__ */ record({
  address,
  deployer: address,
  name: text,
  abi: optional(hex),
  bytecode: hex,
  callValue: naturalAmount,
  consumeUserResourcePercent: naturalAmount,
  deployerEnergyLimit: naturalAmount,
  codeHash: hex,
  transactionHash: hex,
  version: integer,
});

export const codeCodec: Codec<Code> = /* @__PURE__ */ record({ bytes, hash: bytes });

export const contractStateCodec: Codec<ContractEnergyState> = /* @__PURE__ */ record({
  energyUsage: naturalAmount,
  energyFactor: naturalAmount,
  updateCycle: naturalAmount,
});

export const witnessCodec: Codec<Witness> = /* @__PURE__ */ record({
  address,
  url: text,
  voteCount: naturalAmount,
  totalProduced: integer,
  totalMissed: integer,
  latestBlockNumber: integer,
  latestSlot: integer,
  isActive: boolean,
});

const delegation = /* @__PURE__ */ record({
  bandwidth: naturalAmount,
  energy: naturalAmount,
  bandwidthExpire: time,
  energyExpire: time,
});

export const delegationPairCodec: Codec<DelegationPair> = /* @__PURE__ */ record({
  unlocked: optional(delegation),
  locked: optional(delegation),
  indexedAt: optional(integer),
});

export const proposalCodec: Codec<Proposal> = /* @__PURE__ */ record({
  id: integer,
  proposer: address,
  parameters: array(record({ key: integer, value: amount })),
  expirationTime: time,
  createTime: time,
  approvals: array(address),
  state: oneOf('PENDING', 'DISAPPROVED', 'APPROVED', 'CANCELED'),
  writtenIn: integer,
});

export const propertiesCodec: Codec<Properties> = /* @__PURE__ */ record({
  nextMaintenanceTime: time,
  headWasMaintenance: boolean,
  cycle: integer,
  newRewardAlgorithmFromCycle: optional(integer),
  activeWitnesses: array(address),
  solidifiedNumber: integer,
  flushedNumber: integer,
  versionVotes: array(boolean),
  versionPassed: boolean,
  totalNetWeight: amount,
  totalEnergyWeight: amount,
  totalTronPowerWeight: amount,
  publicNetUsage: naturalAmount,
  publicNetTime: integer,
  minted: amount,
  unpaidRewards: amount,
  burned: naturalAmount,
  blackhole: address,
  transactionFeePool: naturalAmount,
  energyPriceHistory: text,
  bandwidthPriceHistory: text,
  memoFeeHistory: text,
  availableContractTypes: hex,
  activeDefaultOperations: hex,
  latestProposalId: integer,
  blockEnergyUsage: naturalAmount,
  totalEnergyAverageUsage: naturalAmount,
  totalEnergyAverageTime: integer,
});
