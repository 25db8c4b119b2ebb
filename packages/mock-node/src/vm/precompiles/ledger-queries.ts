import { MAX_INT64 } from '../../protocol/java/long.ts';
import { type Address } from '../../protocol/primitives.ts';
import { STEPS } from '../code/step-costs.ts';
import { type ResourceCode } from '../world/world-state.ts';
import {
  type Precompile,
  type PrecompileContext,
  inputAddress,
  inputLong,
  outputWords,
  succeed,
} from './precompile.ts';

/** A query of the ledger. Input without exactly `words` words gives an output of zeros. */
function query(
  energy: number,
  words: number,
  outputs: number,
  run: (input: Uint8Array, context: PrecompileContext) => readonly bigint[],
): Precompile {
  return {
    energy: () => energy,
    run: (input, context) => {
      context.countSteps(STEPS.ledgerQuery);
      if (input.length !== 32 * words) return succeed(new Uint8Array(32 * outputs));
      return succeed(outputWords(...run(input, context)));
    },
  };
}

function resourceAt(input: Uint8Array, index: number): ResourceCode {
  const code = inputLong(input, index);
  if (code === 0n) return 0;
  if (code === 1n) return 1;
  return code === 2n ? 2 : -1;
}

const QUERY = 50;
const SUN_PER_TRX = 1_000_000n;
const MAX_SECONDS = MAX_INT64 / 1000n;

type ResourceQuery =
  | 'unfreezableBalanceV2'
  | 'delegatableResource'
  | 'totalResource'
  | 'totalDelegatedResource'
  | 'totalAcquiredResource';

const resourceQuery = (name: ResourceQuery): Precompile =>
  query(QUERY, 2, 1, (input, { state }) => [state.stakes[name](inputAddress(input, 0), resourceAt(input, 1))]);

export const rewardBalance: Precompile = {
  energy: () => 500,
  run: (_input, { state, caller, countSteps }) => {
    countSteps(STEPS.ledgerQuery);
    return succeed(outputWords(state.votes.queryReward(caller)));
  },
};

export const isSrCandidate: Precompile = /* @__PURE__ */ query(20, 1, 1, (input, { state }) => [
  state.votes.isWitness(inputAddress(input, 0)) ? 1n : 0n,
]);

function countVotes(context: PrecompileContext, voter: Address, witness?: Address): bigint {
  let count = 0n;
  for (const vote of context.state.votes.getVotes(voter)) {
    if (witness === undefined || vote.witness === witness) count += vote.count;
  }
  return BigInt.asIntN(64, count);
}

export const voteCount: Precompile = /* @__PURE__ */ query(500, 2, 1, (input, context) => [
  countVotes(context, inputAddress(input, 0), inputAddress(input, 1)),
]);

export const usedVoteCount: Precompile = /* @__PURE__ */ query(20, 1, 1, (input, context) => [
  countVotes(context, inputAddress(input, 0)),
]);

export const receivedVoteCount: Precompile = /* @__PURE__ */ query(20, 1, 1, (input, { state }) => [
  state.votes.getReceivedVotes(inputAddress(input, 0)),
]);

export const totalVoteCount: Precompile = /* @__PURE__ */ query(20, 1, 1, (input, { state }) => [
  state.votes.getTronPower(inputAddress(input, 0)) / SUN_PER_TRX,
]);

export const getChainParameter: Precompile = /* @__PURE__ */ query(QUERY, 1, 1, (input, { state }) => [
  state.stakes.getChainParameter(inputLong(input, 0)),
]);

export const availableUnfreezeV2Size: Precompile = /* @__PURE__ */ query(QUERY, 1, 1, (input, { state }) => [
  state.stakes.availableUnfreezeV2Size(inputAddress(input, 0)),
]);

export const unfreezableBalanceV2: Precompile = /* @__PURE__ */ resourceQuery('unfreezableBalanceV2');

/** The time argument is in seconds. */
export const expireUnfreezeBalanceV2: Precompile = /* @__PURE__ */ query(QUERY, 2, 1, (input, { state }) => {
  const seconds = inputLong(input, 1);
  const time = seconds >= MAX_SECONDS ? MAX_INT64 : seconds * 1000n;
  return [state.stakes.expireUnfreezeBalanceV2(inputAddress(input, 0), time)];
});

export const delegatableResource: Precompile = /* @__PURE__ */ resourceQuery('delegatableResource');

/** The stake that an account has delegated to another, or its own stake if both are the same. */
export const resourceV2: Precompile = /* @__PURE__ */ query(QUERY, 3, 1, (input, { state }) => {
  const to = inputAddress(input, 0);
  const from = inputAddress(input, 1);
  const resource = resourceAt(input, 2);
  return [
    from === to
      ? state.stakes.unfreezableBalanceV2(from, resource)
      : state.stakes.delegatedResourceV2({ from, to, resource }),
  ];
});

export const checkUnDelegateResource: Precompile = /* @__PURE__ */ query(QUERY, 3, 3, (input, { state }) =>
  state.stakes.checkUndelegateResource(inputAddress(input, 0), inputLong(input, 1), resourceAt(input, 2)),
);

export const resourceUsage: Precompile = /* @__PURE__ */ query(QUERY, 2, 2, (input, { state }) =>
  state.stakes.resourceUsage(inputAddress(input, 0), resourceAt(input, 1)),
);

export const totalResource: Precompile = /* @__PURE__ */ resourceQuery('totalResource');
export const totalDelegatedResource: Precompile = /* @__PURE__ */ resourceQuery('totalDelegatedResource');
export const totalAcquiredResource: Precompile = /* @__PURE__ */ resourceQuery('totalAcquiredResource');
