import { readFileSync } from 'node:fs';
import { createMockNode, type Fault, type PresetNode } from '@coin/mock-node';
import {
  createNodeClient,
  createTransaction,
  deployContract,
  getBalance,
  getBlock,
  getChainParameters,
  getTransactionInfoById,
  http,
  isRpcError,
  sendTransaction,
  tokenTransfersIn,
  transfersIn,
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

/** What a lie changes, how it is read, and the transaction whose proof would show it. */
interface Lie {
  readonly read: string;
  readonly lie: string;
  readonly deceive: (liar: PresetNode, chain: Honest) => unknown;
  readonly ask: (client: NodeClient, chain: Honest) => Promise<unknown>;
  readonly proves?: (chain: Honest, deceived: unknown) => string | undefined;
}

interface Info {
  readonly result?: string;
  readonly resMessage?: string;
  readonly receipt: object;
}

const json = (body: string): Fault => ({
  kind: 'status',
  status: 200,
  body,
  headers: { 'content-type': 'application/json' },
});
const fault = (path: string, change: Fault) => (liar: PresetNode) => liar.faults.add({ path, fault: change });
const blockOf = async (client: NodeClient, number: number) => {
  const block = await getBlock(client, { number });
  return block === undefined ? [] : transfersIn(block).map(({ txID, amount }) => ({ txID, amount }));
};

const lies: readonly Lie[] = [
  {
    read: 'balance',
    lie: 'another balance',
    deceive: (liar, { to }) => liar.setBalance(to, 9n),
    ask: (client, { to }) => getBalance(client, { address: to }),
  },
  {
    read: 'energy price',
    lie: 'another price',
    deceive: (liar) => liar.setChainParameter('getEnergyFee', 1n),
    ask: async (client) => (await getChainParameters(client)).energyPrice,
  },
  {
    read: 'payment',
    lie: 'a chain with a payment that was never made',
    async deceive(liar, { node }) {
      const client = createNodeClient({ transport: liar });
      const [{ address: owner, privateKey }, , { address: to }] = node.accounts;
      const transaction = createTransaction(client, { owner, to, amount: 1_000_000_000n });
      const { txID } = await sendTransaction(client, { transaction, signer: createKeySigner(privateKey) });
      liar.mine(6);
      // It does not have the keys of the witnesses.
      const forged: Fault = { kind: 'replaced', key: 'witness_signature', json: `"${'ab'.repeat(64)}00"` };
      for (const path of ['/wallet/getblock', '/wallet/getblockbynum']) liar.faults.add({ path, fault: forged });
      return txID;
    },
    ask: async (client, { node }) => blockOf(client, (await headOf(node)) + 1),
    proves: (_, forged) => String(forged),
  },
  {
    read: 'payment',
    lie: 'another amount in the JSON of the block',
    deceive: fault('/wallet/getblockbynum', { kind: 'replaced', key: 'amount', json: '999' }),
    ask: (client, { transfer }) => blockOf(client, transfer.blockNumber),
    proves: ({ transfer }) => transfer.txID,
  },
  {
    read: 'outcome of a call',
    lie: 'a failed call succeeded, in its block and its info',
    async deceive(liar, { node, failed }) {
      const request = { method: 'POST', body: JSON.stringify({ value: failed }) };
      const info = (await (await node.fetch('http://node/wallet/gettransactioninfobyid', request)).json()) as Info;
      const { result: _, resMessage: __, ...rest } = info;
      const body = JSON.stringify({ ...rest, receipt: { ...info.receipt, result: 'SUCCESS' } });
      liar.faults.add({ path: '/wallet/gettransactioninfobyid', fault: json(body) });
      liar.faults.add({
        path: '/wallet/getblockbynum',
        fault: { kind: 'replaced', key: 'contractRet', json: '"SUCCESS"' },
      });
    },
    ask: async (client, { failed }) => (await getTransactionInfoById(client, { txID: failed }))?.succeeded,
    proves: ({ failed }) => failed,
  },
  {
    read: 'fee',
    lie: 'another fee in the receipt',
    deceive: fault('/wallet/gettransactioninfobyid', { kind: 'replaced', key: 'fee', json: '1' }),
    ask: async (client, { token }) => (await getTransactionInfoById(client, { txID: token.txID }))?.fee,
  },
  {
    read: 'token transfer',
    lie: 'another amount in a log',
    deceive: fault('/wallet/gettransactioninfobyid', { kind: 'replaced', key: 'data', json: `"${word('fff')}"` }),
    async ask(client, { token, contract }) {
      const info = await getTransactionInfoById(client, { txID: token.txID });
      return info && tokenTransfersIn([info], { token: contract }).map(({ amount }) => amount);
    },
  },
  {
    read: 'payment',
    lie: 'withheld: no such transaction',
    deceive: fault('/wallet/gettransactioninfobyid', json('{}')),
    ask: async (client, { transfer }) => (await getTransactionInfoById(client, { txID: transfer.txID }))?.blockNumber,
    proves: ({ transfer }) => transfer.txID,
  },
];

const headOf = async (node: PresetNode): Promise<number> => {
  const head = (await (await node.fetch('http://node/wallet/getnowblock')).json()) as {
    block_header: { raw_data: { number: number } };
  };
  return head.block_header.raw_data.number;
};

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

test('the guide’s table of lies shows the results of the plain client, agreement and proof', async () => {
  const chain = await honestNode();
  const rows: string[] = [];
  for (const { read, lie, deceive, ask, proves } of lies) {
    const liar = twinOf(chain.node);
    const outcome = await deceive(liar, chain);
    const others = [chain.node, twinOf(chain.node)] as const;
    const client = createNodeClient({ transport: liar });
    const truth = text(await ask(createNodeClient({ transport: others[0] }), chain));
    const deceived = text(await ask(client, chain)) === truth ? 'not deceived' : 'believes it';
    const transport = quorum(
      [liar, ...others].map((node) => http(node)),
      { atLeast: 2 },
    );
    const agreed = text(await ask(createNodeClient({ transport }), chain)) === truth ? 'gives the truth' : 'deceived';
    const txID = proves?.(chain, outcome);
    const proof = txID === undefined ? 'not provable' : await proofBy(client, chain, txID);
    rows.push(`| ${read} | ${lie} | ${deceived} | ${agreed} | ${proof} |`);
  }
  const guide = readFileSync(new URL('../../../docs/guides/prove-a-payment.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| Read \| Lie .*\n\|[-|]+\|\n((?:\|.*\n)*)/.exec(guide) ?? [];
  expect(table.trim().split('\n')).toEqual(rows);
});
