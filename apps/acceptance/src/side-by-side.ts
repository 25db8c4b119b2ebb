import type { Fault, ServedNode } from '@coin/mock-node';
import { createTransaction, estimateEnergy, getBalance, isRpcError } from '@coin/rpc';
import { providers, TronWeb } from 'tronweb';
import TronWeb4 from 'tronweb-4';
import type { EndpointCase } from './endpoint-cases.ts';
import { faultCases, tamperings } from './fault-cases.ts';
import { type FaultyNetwork, word } from './faulty-network.ts';

const PATIENCE_MS = 2_000;
const TIMEOUT_MS = 500;
const never = Symbol('no answer');

/** What an operation came to, as a cell: its value, or the error that it threw. */
async function cell(operation: () => Promise<unknown>): Promise<string> {
  try {
    const value = await Promise.race([
      operation(),
      new Promise((resolve) => setTimeout(() => resolve(never), PATIENCE_MS).unref()),
    ]);
    if (value === never) return `no end after ${PATIENCE_MS} ms`;
    if (value === undefined) return '`undefined`';
    return `\`${typeof value === 'bigint' ? value : JSON.stringify(value).replaceAll('"', '')}\``;
  } catch (error) {
    if (isRpcError(error)) return error.code;
    const message = error instanceof Error ? error.message : String(error);
    // Which of them it is depends on the moment.
    if (/ECONNRESET|ECONNREFUSED|socket hang up|aborted/.test(message)) return 'throws: connection lost';
    return `throws: ${message.replaceAll(/[\n|]/g, ' ').slice(0, 60)}`;
  }
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** The row of what happens when nothing does. */
const honest = { name: 'the truth', fault: () => undefined };
const exactness = {
  name: 'an integer over 2^53',
  fault: ({ amount = '' }: EndpointCase): Fault => ({ kind: 'replaced', key: amount, json: '9007199254740993' }),
};

/** Makes of answers that go wrong what this client and TronWeb make of them: two tables of Markdown. */
export async function sideBySide(network: FaultyNetwork, { url }: ServedNode): Promise<string> {
  const { owner, receiver, contract, witness, privateKey } = network;
  // One that is new remembers nothing of the row before.
  const client = () =>
    network.client({ endpoints: url, fetch: globalThis.fetch, timeoutMs: TIMEOUT_MS, maxResponseBytes: 65_536 });
  const tronWeb = new TronWeb({ fullHost: new providers.HttpProvider(url, TIMEOUT_MS), privateKey });
  const tronWeb4 = new TronWeb4({ fullHost: url, privateKey });
  const token = {
    owner,
    contract,
    functionSelector: 'transfer(address,uint256)',
    parameter: word(receiver) + word(5n),
  };
  const parameters = [
    { type: 'address', value: receiver },
    { type: 'uint256', value: 5 },
  ];
  const under = (path: string, fault: Fault | undefined, operation: () => Promise<unknown>) => {
    network.restore();
    if (fault !== undefined) network.node.faults.add({ path, fault });
    return cell(operation);
  };

  const balance: EndpointCase = {
    name: 'getBalance',
    kind: 'read',
    path: '/wallet/getaccount',
    member: 'balance',
    amount: 'balance',
    ask: (asker) => getBalance(asker, { address: owner }),
  };
  const energy: EndpointCase = {
    name: 'estimateEnergy',
    kind: 'read',
    path: '/wallet/estimateenergy',
    member: 'energy_required',
    amount: 'energy_required',
    ask: async (asker) => {
      const { energy: units, source } = await estimateEnergy(asker, token);
      return source === 'estimateenergy' ? units : `${units} by ${source}`;
    },
  };
  const theirBalance = () => tronWeb.trx.getUnconfirmedBalance(owner);
  const theirEnergy = async () => {
    const call = [contract, token.functionSelector, {}, parameters, owner] as const;
    return (await tronWeb.transactionBuilder.estimateEnergy(...call)).energy_required;
  };
  const read: string[][] = [];
  // The wait that a date asks for depends on the day.
  const cases = faultCases(Date.now).filter(({ name }) => name !== '429, a date');
  for (const { name, fault } of [honest, ...cases, exactness]) {
    read.push([
      name,
      await under(balance.path, fault(balance), () => balance.ask(client())),
      await under(balance.path, fault(balance), theirBalance),
      await under(energy.path, fault(energy), () => energy.ask(client())),
      await under(energy.path, fault(energy), theirEnergy),
    ]);
  }

  const path = '/wallet/createtransaction';
  const build = async () => {
    const { rawDataHex } = await createTransaction(client(), { owner, to: receiver, amount: 1_000_000n });
    return rawDataHex;
  };
  network.restore();
  const asked = await build();
  const built: string[][] = [];
  for (const [name, change] of Object.entries(tamperings(witness))) {
    const fault: Fault = { kind: 'tampered', change };
    built.push([
      name,
      await under(path, fault, async () => ((await build()) === asked ? 'what was asked' : 'another one')),
      await under(path, fault, async () => {
        const signed = await tronWeb4.trx.sign(await tronWeb4.transactionBuilder.sendTrx(receiver, 1_000_000, owner));
        return signed['raw_data_hex'] === asked ? 'what was asked' : 'another one, signed';
      }),
    ]);
  }

  const [theirs, theirs4] = [`TronWeb ${TronWeb.version}`, `TronWeb ${TronWeb4.version}`];
  return [
    table(
      ['The answer', 'getBalance', `${theirs}, getUnconfirmedBalance`, 'estimateEnergy', `${theirs}, estimateEnergy`],
      read,
    ),
    table(['The node builds a transfer with', 'createTransaction', `${theirs4}, sendTrx and sign`], built),
  ].join('\n\n');
}
