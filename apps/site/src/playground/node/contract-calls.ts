import { type ContractCall } from '@coin/fee/planner';
import { type AbiEntry } from '@coin/mock-node';
import { sendTransaction, triggerSmartContract, type Abi } from '@coin/rpc';
import { encodeCall, encodeDeploy } from '@coin/rpc/abi';
import swapPool from '../../../fixtures/swap-pool.json' with { type: 'json' };
import { type CallName } from './call-titles.ts';
import { jsonArguments } from './json-arguments.ts';
import { type LocalNetwork } from './local-network.ts';
import { NO_CONTRACT, type OwnContract } from './own-contract.ts';
import { InvalidContract, parseHex, parseList } from './read-own-contract.ts';

/** Small units of a token: it has six decimals. */
const TOKEN = 1_000_000n;
const SUPPLY = 1_000_000n * TOKEN;
const DEPLOYMENT_FEE_LIMIT = 1_000_000_000n;

/** The caller pays for all energy. */
const CALLER_PAYS = { callerPercent: 100 };

async function deploy(network: LocalNetwork, name: 'Token' | 'Pool', args: readonly unknown[]): Promise<string> {
  const { abi, bytecode } = swapPool[name];
  const { address } = await network.node.deploy({ name, abi, bytecode, args, ...CALLER_PAYS });
  return address;
}

async function send({ client, signer }: LocalNetwork, { call }: PreparedCall): Promise<void> {
  const { contract = '' } = call;
  const transaction = triggerSmartContract(client, { ...call, contract, feeLimit: DEPLOYMENT_FEE_LIMIT });
  await sendTransaction(client, { transaction, signer });
}

/** A call that can be simulated and sent, a deployment where it names no contract, and what decodes its errors. */
export interface PreparedCall {
  readonly call: ContractCall;
  readonly abi: Abi;
}

function callOf(
  { owner }: LocalNetwork,
  { contract, abi, functionName, args }: { contract: string; abi: Abi; functionName: string; args: readonly unknown[] },
): PreparedCall {
  return { abi, call: { owner, contract, ...encodeCall({ abi, functionName, args }) } };
}

async function tokenTransfer(network: LocalNetwork, isNewHolder: boolean): Promise<PreparedCall> {
  const token = await deploy(network, 'Token', ['COIN', SUPPLY]);
  const [, holder] = network.node.accounts;
  const transfer = callOf(network, {
    contract: token,
    abi: swapPool.Token.abi,
    functionName: 'transfer',
    args: [holder.address, TOKEN],
  });
  if (!isNewHolder) await send(network, transfer);
  return transfer;
}

async function swap(network: LocalNetwork): Promise<PreparedCall> {
  const first = await deploy(network, 'Token', ['FST', SUPPLY]);
  const second = await deploy(network, 'Token', ['SND', SUPPLY]);
  const pool = await deploy(network, 'Pool', [first, second]);
  const approval = { abi: swapPool.Token.abi, functionName: 'approve', args: [pool, SUPPLY] };
  for (const contract of [first, second]) await send(network, callOf(network, { contract, ...approval }));
  // Errors of the tokens pass through the pool.
  const ofPool = { contract: pool, abi: [...swapPool.Pool.abi, ...swapPool.Token.abi] };
  await send(network, callOf(network, { ...ofPool, functionName: 'supply', args: [SUPPLY / 10n, SUPPLY / 10n] }));
  return callOf(network, { ...ofPool, functionName: 'swap', args: [first, 1_000n * TOKEN, 0n] });
}

async function ownCall(network: LocalNetwork, own: OwnContract): Promise<PreparedCall> {
  const bytecode = parseHex('Bytecode', own.bytecode);
  if (bytecode === '') throw new InvalidContract('Bytecode is empty: paste what your compiler wrote, or try the loop.');
  const abi = parseList<AbiEntry>('ABI', own.abi);
  // Arguments of a constructor are part of the bytecode.
  const deployed = abi.filter(({ type }) => type !== 'constructor');
  const { address: contract } = await network.node.deploy({ bytecode, abi: deployed, ...CALLER_PAYS });
  const { functionName } = own;
  if (abi.length === 0) return { abi, call: { owner: network.owner, contract, data: parseHex('Call data', own.args) } };
  const entry = abi.find(({ type, name }) => type === 'function' && name === functionName);
  if (entry === undefined) throw new InvalidContract(`Function "${functionName}" is not in the ABI.`);
  const args = jsonArguments(entry.inputs, parseList('Arguments', own.args));
  return callOf(network, { contract, abi, functionName, args });
}

/** Deploys what a call needs; the call itself is not sent. */
export async function prepareCall(network: LocalNetwork, name: CallName, own = NO_CONTRACT): Promise<PreparedCall> {
  switch (name) {
    case 'transfer-to-new-holder':
      return tokenTransfer(network, true);
    case 'transfer-to-holder':
      return tokenTransfer(network, false);
    case 'swap':
      return swap(network);
    case 'deployment': {
      const { abi, bytecode } = swapPool.Token;
      const data = bytecode + encodeDeploy({ abi, args: ['COIN', SUPPLY] }).parameter;
      return { abi, call: { owner: network.owner, data } };
    }
    case 'own':
      return ownCall(network, own);
  }
}
