import { createMockNode, type Fault } from '@coin/mock-node';
import {
  createNodeClient,
  createTransaction,
  getBalance,
  getTransactionInfoById,
  isRpcError,
  sendTransaction,
  type Signer,
} from '@coin/rpc';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const AMOUNT = 1_234_567n;

useVirtualTime();

interface FaultRule {
  readonly path?: string;
  readonly fault: Fault;
  readonly probability?: number;
}

/** The faults, and the probability of each. */
const faultMix: readonly FaultRule[] = [
  {
    path: '/wallet/createtransaction',
    fault: { kind: 'tampered', change: { amount: 999_999_999n } },
    probability: 0.08,
  },
  {
    path: '/wallet/createtransaction',
    fault: { kind: 'tampered', change: { secondContract: true } },
    probability: 0.08,
  },
  {
    path: '/wallet/broadcasttransaction',
    fault: { kind: 'lost-broadcast', taken: true, answer: 'reset' },
    probability: 0.3,
  },
  {
    path: '/wallet/broadcasttransaction',
    fault: { kind: 'lost-broadcast', taken: false, answer: 'reset' },
    probability: 0.3,
  },
  {
    path: '/wallet/broadcasttransaction',
    fault: { kind: 'lost-broadcast', taken: false, answer: 'success' },
    probability: 0.2,
  },
  {
    path: '/wallet/broadcasttransaction',
    fault: { kind: 'lost-broadcast', taken: true, answer: 'hang' },
    probability: 0.1,
  },
  {
    path: '/wallet/broadcasttransaction',
    fault: { kind: 'rejection', code: 'SERVER_BUSY', message: 'Server busy.', notation: 'hex' },
    probability: 0.2,
  },
  {
    path: '/wallet/broadcasttransaction',
    fault: { kind: 'rejection', code: 'SIGERROR', message: 'no', notation: 'hex' },
    probability: 0.1,
  },
  { fault: { kind: 'status', status: 503 }, probability: 0.15 },
  { fault: { kind: 'html' }, probability: 0.1 },
  { fault: { kind: 'reset-in-body' }, probability: 0.1 },
  {
    path: '/wallet/gettransactioninfobyid',
    fault: { kind: 'status', status: 200, body: '{}', headers: { 'content-type': 'application/json' } },
    probability: 0.3,
  },
];

/** Sends one payment under faults; returns its outcome, what was broadcast, and what the chain holds. */
async function payUnderFaults(seed: number, rules: readonly FaultRule[]) {
  await using node = createMockNode({ faultSeed: seed });
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const key = createKeySigner(privateKey);
  const signed: string[] = [];
  const signer: Signer = {
    sign(digest) {
      signed.push(Buffer.from(digest).toString('hex'));
      return key.sign(digest);
    },
  };
  const options = { transport: node };
  const reliableClient = createNodeClient(options);
  const before = await getBalance(reliableClient, { address: to });
  const client = createNodeClient(options);
  for (const rule of rules) node.faults.add(rule);
  let outcome = 'paid';
  let reported: { txID?: string } = {};
  try {
    const transaction = createTransaction(client, { owner, to, amount: AMOUNT });
    reported = await sendTransaction(client, { transaction, signer }, { timeoutMs: 60_000 });
  } catch (error) {
    if (!isRpcError(error)) throw error;
    outcome = error.code;
    reported = 'txID' in error.context ? { txID: error.context.txID } : {};
  }
  node.faults.reset();
  const sent = node.requests.entries
    .filter(({ path }) => path === '/wallet/broadcasttransaction')
    .map(({ body }) => body);
  const paid = (await getBalance(reliableClient, { address: to })) - before;
  const [txID] = signed;
  const info = txID === undefined ? undefined : await getTransactionInfoById(reliableClient, { txID });
  return { outcome, reported, signed, sent: new Set(sent), paid, isInBlock: info?.succeeded === true };
}

/** Throws unless one payment was signed, sent and reported as it must be, whichever faults it met. */
async function payOnceOrNotAtAll(seed: number, rules: readonly FaultRule[]): Promise<string> {
  const { outcome, reported, signed, sent, paid, isInBlock } = await payUnderFaults(seed, rules);
  expect(signed.length, `seed ${seed}: signatures`).toBeLessThanOrEqual(1);
  expect(sent.size, `seed ${seed}: different broadcasts`).toBeLessThanOrEqual(1);
  expect(paid, `seed ${seed}: paid`).toBe(isInBlock ? AMOUNT : 0n);
  if (outcome === 'paid') expect(isInBlock, `seed ${seed}: reported as paid`).toBe(true);
  else if (outcome === 'BROADCAST_OUTCOME_UNKNOWN') expect([reported.txID]).toEqual(signed);
  else expect(isInBlock, `seed ${seed}: ${outcome}, but paid`).toBe(false);
  if (outcome === 'TRANSACTION_MISMATCH') expect(signed).toEqual([]);
  return outcome;
}

test('signs at most one transaction per payment and pays once or not at all, under any faults', () =>
  fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => void (await payOnceOrNotAtAll(seed, faultMix))),
    { numRuns: scaled(60) },
  ));

const [tampered] = faultMix as [FaultRule];
const broadcast = (fault: Fault): FaultRule => ({ path: '/wallet/broadcasttransaction', fault });
test.each<[string, readonly FaultRule[], string]>([
  ['paid when no fault occurs', [], 'paid'],
  [
    'paid when the answer to a broadcast that the node took is lost',
    [broadcast({ kind: 'lost-broadcast', taken: true, answer: 'reset' })],
    'paid',
  ],
  [
    'unknown when the node says that it took a broadcast and did not',
    [broadcast({ kind: 'lost-broadcast', taken: false, answer: 'success' })],
    'BROADCAST_OUTCOME_UNKNOWN',
  ],
  [
    'rejected when the node rejects the signature',
    [broadcast({ kind: 'rejection', code: 'SIGERROR', message: 'no', notation: 'hex' })],
    'BROADCAST_REJECTED',
  ],
  ['a mismatch when the node builds another transaction', [{ ...tampered, probability: 1 }], 'TRANSACTION_MISMATCH'],
])('reports a payment as %s', async (_, rules, outcome) => {
  expect(await payOnceOrNotAtAll(1, rules)).toBe(outcome);
});
