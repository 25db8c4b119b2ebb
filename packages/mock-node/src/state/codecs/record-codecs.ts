import { type Account } from '../records/account.ts';
import { type Code, type Contract, type ContractEnergyState } from '../records/contract.ts';
import { type DelegationPair } from '../records/delegation.ts';
import { type Properties } from '../records/properties.ts';
import { type Proposal } from '../records/proposal.ts';
import { type PendingVotes, type Vote } from '../records/vote.ts';
import { type Witness } from '../records/witness.ts';
import {
  type Codec,
  address,
  amount,
  array,
  boolean,
  bytes,
  hex,
  integer,
  oneOf,
  optional,
  record,
  text,
} from './codec.ts';

const vote: Codec<Vote> = /* @__PURE__ */ record({ witness: address, count: amount });

export const votesCodec: Codec<readonly Vote[]> = /* @__PURE__ */ array(vote);

export const pendingVotesCodec: Codec<PendingVotes> = /* @__PURE__ */ record({ before: votesCodec, after: votesCodec });

const resourceUse = /* @__PURE__ */ record({
  usage: amount,
  time: integer,
  window: amount,
  windowOptimized: boolean,
});

const stake = /* @__PURE__ */ record({ bandwidth: amount, energy: amount });

const permission = /* @__PURE__ */ record({
  type: oneOf('Owner', 'Witness', 'Active'),
  id: integer,
  name: text,
  threshold: amount,
  parentId: integer,
  operations: hex,
  keys: array(record({ address, weight: amount })),
});

export const accountCodec: Codec<Account> = /* @__PURE__ */ record({
  address,
  type: oneOf('Normal', 'AssetIssue', 'Contract'),
  name: hex,
  balance: amount,
  votes: votesCodec,
  createTime: integer,
  latestOperationTime: integer,
  allowance: amount,
  latestWithdrawTime: integer,
  isWitness: boolean,
  freeNetUsage: amount,
  latestConsumeFreeTime: integer,
  net: resourceUse,
  energy: resourceUse,
  frozen: record({ BANDWIDTH: optional(amount), ENERGY: optional(amount), TRON_POWER: optional(amount) }),
  unfreezing: array(record({ resource: oneOf('BANDWIDTH', 'ENERGY', 'TRON_POWER'), amount, expireTime: integer })),
  delegated: stake,
  acquired: stake,
  ownerPermission: optional(permission),
  witnessPermission: optional(permission),
  activePermissions: array(permission),
  writtenIn: integer,
  assetOptimized: boolean,
});

export const contractCodec: Codec<Contract> = /* @__PURE__ */ record({
  address,
  origin: address,
  name: text,
  abi: hex,
  bytecode: hex,
  callValue: amount,
  consumeUserResourcePercent: amount,
  originEnergyLimit: amount,
  codeHash: hex,
  transactionHash: hex,
  version: integer,
});

export const codeCodec: Codec<Code> = /* @__PURE__ */ record({ bytes, hash: bytes });

export const contractStateCodec: Codec<ContractEnergyState> = /* @__PURE__ */ record({
  energyUsage: amount,
  energyFactor: amount,
  updateCycle: amount,
});

export const witnessCodec: Codec<Witness> = /* @__PURE__ */ record({
  address,
  url: text,
  voteCount: amount,
  totalProduced: integer,
  totalMissed: integer,
  latestBlockNumber: integer,
  latestSlot: integer,
  isActive: boolean,
});

const delegation = /* @__PURE__ */ record({
  bandwidth: amount,
  energy: amount,
  bandwidthExpire: integer,
  energyExpire: integer,
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
  expirationTime: integer,
  createTime: integer,
  approvals: array(address),
  state: oneOf('PENDING', 'DISAPPROVED', 'APPROVED', 'CANCELED'),
  writtenIn: integer,
});

export const propertiesCodec: Codec<Properties> = /* @__PURE__ */ record({
  nextMaintenanceTime: integer,
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
  publicNetUsage: amount,
  publicNetTime: integer,
  burned: amount,
  blackhole: address,
  transactionFeePool: amount,
  energyPriceHistory: text,
  bandwidthPriceHistory: text,
  memoFeeHistory: text,
  availableContractTypes: hex,
  activeDefaultOperations: hex,
  latestProposalId: integer,
  blockEnergyUsage: amount,
  totalEnergyAverageUsage: amount,
  totalEnergyAverageTime: integer,
});
