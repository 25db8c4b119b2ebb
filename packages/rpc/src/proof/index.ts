export { proveTransaction, type ProveTransactionArgs } from './prove-transaction.ts';
export { verifyProof, type ProvenTransaction } from './verify-proof.ts';
export { type Certificate } from './certificate.ts';
export { type PathStep } from './merkle-tree.ts';
export { type ProvenPayment, type ProvenTransfer } from './proven-payment.ts';
export { verifyBlock, type VerifiedBlock, type VerifyBlockOptions } from './verify-block.ts';
export { getSignedBlock, type SignedBlock, type SignedBlockTransaction, type SignedHeader } from './signed-block.ts';
export { getWitnessCycle } from './get-witness-cycle.ts';
export { type ScheduledWitness, type WitnessCycle, type WitnessSchedule } from './witness-schedule.ts';

// What several nodes agree on
export { quorum, type QuorumOptions } from '../transport/quorum.ts';
export { type NodeReply } from '../errors.ts';
