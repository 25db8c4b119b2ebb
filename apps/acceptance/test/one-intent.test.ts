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
import { signerFromPrivateKey } from '@coin/rpc/signer';
import { expect, test } from 'vitest';

const AMOUNT = 1_234_567n;
const SEEDS = 120;

/** The faults, and the probability of each. */
const faultMix: readonly { path?: string; fault: Fault; probability: number }[] = [
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

/** Sends one payment under the faults of a seed; returns its outcome, what was broadcast, and what the chain holds. */
async function payUnderFaults(seed: number) {
  await using node = createMockNode({ faultSeed: seed });
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const key = signerFromPrivateKey(privateKey);
  const signed: string[] = [];
  const signer: Signer = {
    sign(digest) {
      signed.push(Buffer.from(digest).toString('hex'));
      return key.sign(digest);
    },
  };
  const options = { endpoints: 'http://node', fetch: node.fetch, clock: node };
  const reliableClient = createNodeClient(options);
  const before = await getBalance(reliableClient, { address: to });
  const client = createNodeClient({ ...options, timeoutMs: 40, retries: 2, retryDelayMs: 1 });
  for (const rule of faultMix) node.faults.add(rule);
  let outcome = 'paid';
  let reported: { txID?: string } = {};
  try {
    const transaction = createTransaction(client, { owner, to, amount: AMOUNT });
    reported = await sendTransaction(client, { transaction, signer }, { pollMs: 1, timeoutMs: 80 });
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

test(
  'signs at most one transaction per payment and pays once or not at all, whichever faults occur',
  { timeout: 60_000 },
  async () => {
    const outcomes = new Map<string, number>();
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { outcome, reported, signed, sent, paid, isInBlock } = await payUnderFaults(seed);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      expect(signed.length, `seed ${seed}: signatures`).toBeLessThanOrEqual(1);
      expect(sent.size, `seed ${seed}: different broadcasts`).toBeLessThanOrEqual(1);
      expect(paid, `seed ${seed}: paid`).toBe(isInBlock ? AMOUNT : 0n);
      if (outcome === 'paid') expect(isInBlock, `seed ${seed}: reported as paid`).toBe(true);
      else if (outcome === 'BROADCAST_OUTCOME_UNKNOWN') expect([reported.txID]).toEqual(signed);
      else expect(isInBlock, `seed ${seed}: ${outcome}, but paid`).toBe(false);
      if (outcome === 'TRANSACTION_MISMATCH') expect(signed).toEqual([]);
    }
    // The faults were frequent enough to matter, and rare enough for payments to succeed.
    expect([...outcomes.keys()]).toEqual(
      expect.arrayContaining(['paid', 'BROADCAST_OUTCOME_UNKNOWN', 'BROADCAST_REFUSED', 'TRANSACTION_MISMATCH']),
    );
    expect(outcomes.get('paid')).toBeGreaterThan(SEEDS / 10);
    expect(outcomes.get('BROADCAST_OUTCOME_UNKNOWN')).toBeGreaterThan(SEEDS / 20);
  },
);
