import { type Fault, type ServedNode } from '@coin/mock-node';
import { createTransaction, estimateEnergy, getBalance, isRpcError } from '@coin/rpc';
import { providers, TronWeb } from 'tronweb';
import TronWeb4 from 'tronweb-4';
import { type EndpointCase } from './endpoint-cases.ts';
import { faultCases, tamperings } from './fault-cases.ts';
import { type FaultyNetwork, word } from './faulty-network.ts';

/** How long a client waits for an answer, and this comparison for the client; in milliseconds. */
interface Patience {
  readonly requestMs: number;
  readonly operationMs: number;
}
/** For an answer that comes: never reached, however busy the machine is. */
const LONG: Patience = { requestMs: 240_000, operationMs: 300_000 };
/** For an answer that never ends. */
const SHORT: Patience = { requestMs: 5_000, operationMs: 15_000 };
const timedOut = Symbol('timed out');

/** The result of an operation as a table cell: its value, or the error that it threw. */
async function cell(operation: () => Promise<unknown>, { operationMs }: Patience): Promise<string> {
  try {
    const value = await Promise.race([
      operation(),
      new Promise((resolve) => setTimeout(() => resolve(timedOut), operationMs).unref()),
    ]);
    if (value === timedOut) return `not settled after ${operationMs} ms`;
    if (value === undefined) return '`undefined`';
    return `\`${typeof value === 'bigint' ? value : JSON.stringify(value).replaceAll('"', '')}\``;
  } catch (error) {
    if (isRpcError(error)) return error.code;
    const message = error instanceof Error ? error.message : String(error);
    // Which of these it is depends on timing.
    if (/ECONNRESET|ECONNREFUSED|socket hang up|aborted/.test(message)) return 'throws: connection lost';
    return `throws: ${message.replaceAll(/[\n|]/g, ' ').slice(0, 60)}`;
  }
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const noFault = { name: 'no fault', fault: () => undefined };
/** Answers that never end. */
const ENDLESS = new Set(['no answer', 'a body that stops', 'an endless body', 'latency above the timeout']);
const unsafeInteger = {
  name: 'an integer above 2^53',
  fault: ({ amountKey = '' }: EndpointCase): Fault => ({ kind: 'replaced', key: amountKey, json: '9007199254740993' }),
};

/**
 * Compares how this client and TronWeb handle faulty answers and tampered transactions; returns two tables in Markdown.
 */
export async function sideBySide(network: FaultyNetwork, { url }: ServedNode): Promise<string> {
  const { owner, receiver, contract, witness, privateKey } = network;
  // A new client has no state from the row before.
  const createClient = ({ requestMs }: Patience) =>
    network.createClient({ url, totalTimeout: requestMs, maxResponseBytes: 65_536 });
  const createTronWeb = ({ requestMs }: Patience) =>
    new TronWeb({ fullHost: new providers.HttpProvider(url, requestMs), privateKey });
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
  const withFaults = <T>(faults: readonly (readonly [string, Fault | undefined])[], operation: () => Promise<T>) => {
    network.restore();
    for (const [path, fault] of faults) if (fault !== undefined) network.node.faults.add({ path, fault });
    return operation();
  };

  const balance: EndpointCase = {
    name: 'getBalance',
    kind: 'read',
    path: '/wallet/getaccount',
    key: 'balance',
    amountKey: 'balance',
    call: (client) => getBalance(client, { address: owner }),
  };
  const energy: EndpointCase = {
    name: 'estimateEnergy',
    kind: 'read',
    path: '/wallet/estimateenergy',
    key: 'energy_required',
    amountKey: 'energy_required',
    call: async (client) => {
      const { energy: units, kind } = await estimateEnergy(client, token);
      return kind === 'search' ? units : `${units} by ${kind}`;
    },
  };
  const tronWebEnergy = async (tronWeb: TronWeb) => {
    const call = [contract, token.functionSelector, {}, parameters, owner] as const;
    return (await tronWeb.transactionBuilder.estimateEnergy(...call)).energy_required;
  };
  const read: string[][] = [];
  // The wait until a date depends on the day of the run.
  const cases = faultCases(Date.now).filter(({ name }) => name !== 'status 429, Retry-After as a date');
  for (const { name, fault } of [noFault, ...cases, unsafeInteger]) {
    const faults = [balance, energy].map((endpoint) => [endpoint.path, fault(endpoint)] as const);
    const patience = ENDLESS.has(name) ? SHORT : LONG;
    const tronWeb = createTronWeb(patience);
    // Several of a row may wait for a timeout.
    const cells = await withFaults(faults, () =>
      Promise.all([
        cell(() => balance.call(createClient(patience)), patience),
        cell(() => tronWeb.trx.getUnconfirmedBalance(owner), patience),
        cell(() => energy.call(createClient(patience)), patience),
        cell(() => tronWebEnergy(tronWeb), patience),
      ]),
    );
    read.push([name, ...cells]);
  }

  const path = '/wallet/createtransaction';
  const build = async () => {
    const { rawDataHex } = await createTransaction(createClient(LONG), { owner, to: receiver, amount: 1_000_000n });
    return rawDataHex;
  };
  network.restore();
  const expectedBytes = await build();
  const built: string[][] = [];
  for (const [name, change] of Object.entries(tamperings(witness))) {
    const faults = [[path, { kind: 'tampered', change }]] as const;
    const byThisClient = async () =>
      (await build()) === expectedBytes ? 'the requested transaction' : 'a different one';
    const byTronWeb = async () => {
      const signed = await tronWeb4.trx.sign(await tronWeb4.transactionBuilder.sendTrx(receiver, 1_000_000, owner));
      return signed['raw_data_hex'] === expectedBytes ? 'the requested transaction' : 'a different one, signed';
    };
    built.push([
      name,
      await withFaults(faults, () => cell(byThisClient, LONG)),
      await withFaults(faults, () => cell(byTronWeb, LONG)),
    ]);
  }

  const [tronWebName, tronWeb4Name] = [`TronWeb ${TronWeb.version}`, `TronWeb ${TronWeb4.version}`];
  return [
    table(
      [
        'Answer',
        'getBalance',
        `${tronWebName}, getUnconfirmedBalance`,
        'estimateEnergy',
        `${tronWebName}, estimateEnergy`,
      ],
      read,
    ),
    table(['Transfer built with', 'createTransaction', `${tronWeb4Name}, sendTrx and sign`], built),
  ].join('\n\n');
}
