import { readFileSync } from 'node:fs';
import { createMockNode, type FaultRule, type FalseStatement, type PresetNode } from '@coin/mock-node';
import {
  watchBlocks,
  createNodeClient,
  createTransaction,
  deployContract,
  getBalance,
  getChainParameters,
  getTransactionInfoById,
  http,
  isRpcError,
  sendTransaction,
  tokenTransfers,
  coinTransfers,
  triggerSmartContract,
  type NodeClient,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { getWitnessCycle, proveTransaction, quorum, verifyProof } from '@coin/rpc/proof';
import { createKeySigner } from '@coin/rpc/signer';
import { expect, test } from 'vitest';
import tokenContract from '../fixtures/token.json' with { type: 'json' };

const word = (hex: string) => hex.padStart(64, '0');
const keys = ['11', '22', '33'].map((byte) => byte.repeat(32));

/** A chain with a payment, a token transfer and a failed one, and ids of their transactions. */
async function honestNode() {
  const node = createMockNode({ witnessKeys: keys });
  const client = createNodeClient({ transport: node });
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const signer = createKeySigner(privateKey);
  const send = async (transaction: Parameters<typeof sendTransaction>[1]['transaction']) =>
    sendTransaction(client, { transaction, signer });
  const bytecode = tokenContract.bytecode;
  const deployment = deployContract(client, { owner, bytecode, parameter: word('ffff'), feeLimit: 10_000_000_000n });
  const { contractAddress: contract = '' } = await send(deployment);
  const pay = (amount: bigint) =>
    triggerSmartContract(client, {
      owner,
      contract,
      functionSelector: 'transfer(address,uint256)',
      parameter: word(addressToHex(to).slice(2)) + word(amount.toString(16)),
      feeLimit: 1_000_000_000n,
    });
  const transfer = await send(createTransaction(client, { owner, to, amount: 5_000_000n }));
  const token = await send(pay(7n));
  const failed = await send(pay(2n ** 255n)).catch((error: unknown) => error);
  if (!isRpcError(failed, 'TRANSACTION_FAILED')) throw failed;
  node.mine(6);
  const witnesses = { genesisTime: await genesisTime(node), cycles: [await getWitnessCycle(client)] };
  return { node, owner, to, contract, transfer, token, failed: failed.context.txID, witnesses };
}

async function genesisTime(node: PresetNode): Promise<number> {
  const block = (await (await node.fetch('http://node/wallet/getblockbynum?num=0')).json()) as {
    block_header: { raw_data: { timestamp?: number } };
  };
  return block.block_header.raw_data.timestamp ?? 0;
}

type Honest = Awaited<ReturnType<typeof honestNode>>;

/** A node with the same chain. */
function twinOf(node: PresetNode): PresetNode {
  const twin = createMockNode({ witnessKeys: keys });
  twin.load(node.dump());
  return twin;
}

/** A lie, how it is read, and the transaction whose proof would show it. */
interface Lie {
  readonly lie: string;
  readonly rule: (chain: Honest) => FaultRule;
  readonly ask: (client: NodeClient, chain: Honest) => Promise<unknown>;
  readonly proves?: (chain: Honest, deceived: unknown) => string;
}

const falsified = (statement: FalseStatement, headers?: 'rebuilt' | 'kept'): FaultRule => ({
  fault: { kind: 'falsified', statements: [statement], ...(headers && { headers }) },
});

interface Seen {
  readonly txID: string;
  readonly amount: bigint;
}

/** The payments in a block, and in some above it: a watcher checks that they follow each other. */
async function paymentsFrom(client: NodeClient, number: number): Promise<readonly Seen[]> {
  const seen: Seen[] = [];
  for await (const { block, infos } of watchBlocks(client, { state: 'solid', fromBlock: number, infos: true })) {
    seen.push(...coinTransfers(block, infos).map(({ txID, amount }) => ({ txID, amount })));
    if (block.number === number + 3) break;
  }
  return seen;
}

const payment = {
  ask: (client: NodeClient, { transfer }: Honest) => paymentsFrom(client, transfer.blockNumber),
};
const neverMade = ({ owner, to, transfer: { blockNumber } }: Honest): FalseStatement => ({
  kind: 'transfer',
  owner,
  to,
  amount: 1_000_000_000n,
  blockNumber,
});
const falsePayment = (_: Honest, seen: unknown) =>
  (seen as readonly Seen[]).find(({ amount }) => amount === 1_000_000_000n)?.txID ?? 'none';
const outcome = {
  ask: async (client: NodeClient, { failed }: Honest) =>
    (await getTransactionInfoById(client, { txID: failed }))?.succeeded,
  proves: ({ failed }: Honest) => failed,
};
const success = ({ failed: txID }: Honest): FalseStatement => ({ kind: 'outcome', txID, result: 'SUCCESS' });

const lies: readonly Lie[] = [
  {
    lie: 'another balance',
    rule: ({ to }) => falsified({ kind: 'balance', address: to, balance: 9n }),
    ask: (client, { to }) => getBalance(client, { address: to }),
  },
  {
    lie: 'another energy price',
    rule: () => falsified({ kind: 'parameter', name: 'getEnergyFee', value: 1n }),
    ask: async (client) => (await getChainParameters(client)).energyPrice,
  },
  {
    ...payment,
    lie: 'an invented payment, in a forged chain',
    rule: (chain) => falsified(neverMade(chain)),
    proves: falsePayment,
  },
  {
    ...payment,
    lie: 'an invented payment, under true headers',
    rule: (chain) => falsified(neverMade(chain), 'kept'),
    proves: falsePayment,
  },
  {
    ...payment,
    lie: "another amount in the block's JSON",
    rule: () => ({ path: /getblock/, fault: { kind: 'replaced', key: 'amount', json: '999' } }),
    proves: ({ transfer }) => transfer.txID,
  },
  {
    ...payment,
    lie: 'no such transaction',
    rule: ({ transfer: { txID } }) => falsified({ kind: 'withheld', txID }),
    proves: ({ transfer }) => transfer.txID,
  },
  { ...outcome, lie: 'a failed call as a success, in a forged chain', rule: (chain) => falsified(success(chain)) },
  {
    ...outcome,
    lie: 'a failed call as a success, under true headers',
    rule: (chain) => falsified(success(chain), 'kept'),
  },
  {
    lie: 'another fee in the receipt',
    rule: ({ token: { txID } }) => falsified({ kind: 'fee', txID, fee: 1n }),
    ask: async (client, { token }) => (await getTransactionInfoById(client, { txID: token.txID }))?.fee,
  },
  {
    lie: 'another amount in the log of a token transfer',
    rule: ({ token: { txID } }) => falsified({ kind: 'log', txID, index: 0, data: word('fff') }),
    async ask(client, { token, contract }) {
      const info = await getTransactionInfoById(client, { txID: token.txID });
      return info && tokenTransfers([info], { token: contract }).map(({ amount }) => amount);
    },
  },
];

/** What a proof by the lying node alone comes to. */
async function proofBy(client: NodeClient, { witnesses, failed }: Honest, txID: string): Promise<string> {
  try {
    const certificate = await proveTransaction(client, { txID, witnesses });
    if (certificate === undefined) return 'no certificate';
    const { payment, succeeded } = verifyProof(certificate, { witnesses });
    const isTrue = txID === failed ? !succeeded : payment?.amount === 5_000_000n;
    return isTrue ? 'proves the true payment' : 'deceived';
  } catch (error) {
    if (isRpcError(error)) return `\`${error.code}\``;
    throw error;
  }
}

const text = (value: unknown) =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

test('each lie of the guide deceives a plain client, not an agreement, and has the proof that its table shows', async () => {
  const chain = await honestNode();
  const rows: string[] = [];
  for (const { lie, rule, ask, proves } of lies) {
    const liar = twinOf(chain.node);
    liar.faults.add(rule(chain));
    const others = [chain.node, twinOf(chain.node)] as const;
    const client = createNodeClient({ transport: liar });
    const truth = text(await ask(createNodeClient({ transport: others[0] }), chain));
    const told = await ask(client, chain);
    expect(text(told)).not.toBe(truth);
    const transport = quorum(
      [liar, ...others].map((node) => http(node)),
      { atLeast: 2 },
    );
    expect(text(await ask(createNodeClient({ transport }), chain))).toBe(truth);
    const txID = proves?.(chain, told);
    const proof = txID === undefined ? 'not provable' : await proofBy(client, chain, txID);
    rows.push(`| ${lie} | ${proof} |`);
  }
  const guide = readFileSync(new URL('../../../docs/guides/prove-a-payment.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| Lie \| Proof \|\n\|[-|]+\|\n((?:\|.*\n)*)/.exec(guide) ?? [];
  expect(table.trim().split('\n')).toEqual(rows);
});
