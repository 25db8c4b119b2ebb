import { type Precompile, FAILURE, outputWords, succeed } from './precompile.ts';

// This package does not contain the zero-knowledge parameters of shielded transactions, so a ledger refuses the
// execution. Without a ledger, a proof is charged and found invalid, and the hash fails, as on a node that could not load
// its library.

const proof = (energy: number): Precompile => ({
  energy: () => energy,
  run: (_input, { state }) => {
    state.refuseShielded?.();
    return succeed(outputWords(0n));
  },
});

export const verifyMintProof: Precompile = /* @__PURE__ */ proof(150_000);
export const verifyTransferProof: Precompile = /* @__PURE__ */ proof(200_000);
export const verifyBurnProof: Precompile = /* @__PURE__ */ proof(150_000);
export const merkleHash: Precompile = {
  energy: () => 500,
  run: (_input, { state }) => {
    state.refuseShielded?.();
    return FAILURE;
  },
};
