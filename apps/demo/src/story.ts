import { energyFactor, feeLimitFromEnergyFactor, feeLimitFromEstimate, feeLimitFromMaxFactor } from '@coin/fee';
import { createMockNode } from '@coin/mock-node';
import {
  bindClient,
  createNodeClient,
  signTransaction,
  type BoundClient,
  type ContractCall,
  type Transaction,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { signerFromPrivateKey, type KeySigner } from '@coin/rpc/signer';
import { parseCoin, UNITS_PER_COIN } from '@coin/units';
import token from '../contracts/token.json' with { type: 'json' };

/** What one run of a call under one fee limit came to. Energy in units, the rest in small units. */
export interface Run {
  readonly method: string;
  readonly feeLimit: bigint;
  readonly result: string;
  readonly energy: bigint;
  /** For the energy alone. */
  readonly energyFee: bigint;
  /** For energy and bandwidth. */
  readonly burned: bigint;
}

const word = (value: bigint) => value.toString(16).padStart(64, '0');
const SUPPLY = 1_000_000_000_000n;
/** What a deployment may cost at most; unused energy is not paid for. */
const DEPLOYMENT_LIMIT = 1_000n * UNITS_PER_COIN;

async function send(client: BoundClient, built: Transaction, signer: KeySigner) {
  const { txID } = await client.broadcastTransaction(await signTransaction(built, signer));
  const info = await client.getTransactionInfoById({ txID });
  if (info === undefined) throw new Error(`transaction ${txID} is in no block: the node does not mine at once`);
  return info;
}

/** The main job from end to end, on a node of our own in this process. */
export async function runStory(progress: (what: string) => void) {
  progress('starting a node in this process');
  await using node = createMockNode();
  const client = bindClient(
    createNodeClient({ endpoints: 'http://mock-node', fetch: node.fetch, clock: () => node.now() }),
  );
  const [payer, receiver, holder] = node.accounts;
  if (payer === undefined || receiver === undefined || holder === undefined)
    throw new Error('the node has no accounts');
  const signer = signerFromPrivateKey(payer.privateKey);
  const owner = payer.address;

  progress('sending coin: build, check, sign, broadcast');
  const amount = parseCoin('12.5');
  const before = await client.getBalance({ address: owner });
  const built = await client.createTransaction({ owner, to: receiver.address, amount });
  const sent = await send(client, built, signer);
  const after = await client.getBalance({ address: owner });

  progress('deploying the token');
  const deployment = await client.deployContract({
    owner,
    bytecode: token.bytecode,
    parameter: word(SUPPLY),
    abi: token.abi,
    name: 'Token',
    feeLimit: DEPLOYMENT_LIMIT,
    callerPercent: 100,
    originEnergyLimit: 10_000_000n,
  });
  await send(client, deployment, signer);
  const { contractAddress: contract } = deployment;
  if (contract === undefined) throw new Error('the deployment names no contract');

  // A holder's first tokens need a new storage slot: the dearest transfer there is.
  const call = {
    owner,
    contract,
    functionSelector: 'transfer(address,uint256)',
    parameter: word(BigInt(`0x${addressToHex(holder.address).slice(2)}`)) + word(1n),
  } satisfies ContractCall;

  const estimates = [];
  for (const factor of [energyFactor('0'), energyFactor('0.34')]) {
    progress(`estimating the call with an energy factor of ${Number(factor) / 10_000}`);
    node.setEnergyFactor(contract, factor);
    const { energyUsed: energy, energyPenalty: penalty } = await client.triggerConstantContract(call);
    const { energy: estimated } = await client.estimateEnergy(call);
    estimates.push({ factor, energy, penalty, estimated });
  }

  const { energyPrice, maxFactor, maxFeeLimit } = await client.getChainParameters();
  const { energyUsed: energy, basicEnergy } = await client.triggerConstantContract(call);
  const factor = (await client.getContractInfo({ contract }))?.energyFactor ?? 0n;
  const limits = {
    'estimate before each call': feeLimitFromEstimate({ energy, energyPrice, maxFeeLimit }),
    'energy factor of the cycle': feeLimitFromEnergyFactor({
      basicEnergy,
      energyFactor: factor,
      energyPrice,
      maxFeeLimit,
    }),
    'max factor of the chain': feeLimitFromMaxFactor({ basicEnergy, maxFactor, energyPrice, maxFeeLimit }),
  };

  async function runUnder(method: string, feeLimit: bigint): Promise<Run> {
    progress(`calling under a limit from: ${method}`);
    const snapshot = node.snapshot();
    const { result, fee, receipt } = await send(
      client,
      await client.triggerSmartContract({ ...call, feeLimit }),
      signer,
    );
    node.revert(snapshot);
    return { method, feeLimit, result, energy: receipt.energyTotal, energyFee: receipt.energyFee, burned: fee };
  }
  const runs: Run[] = [];
  for (const [method, feeLimit] of Object.entries(limits)) runs.push(await runUnder(method, feeLimit));
  const short = await runUnder('one unit of energy too little', (energy - 1n) * energyPrice);

  return { transfer: { txID: built.txID, before, after, amount, fee: sent.fee }, estimates, energyPrice, runs, short };
}

export type Story = Awaited<ReturnType<typeof runStory>>;

/** The part of the job that changes nothing, against any node. */
export async function readFacts(
  url: string,
  { address, contract }: { address?: string | undefined; contract?: string | undefined },
) {
  const client = bindClient(createNodeClient({ endpoints: url }));
  const { energyPrice, maxFactor, maxFeeLimit } = await client.getChainParameters();
  const info = contract === undefined ? undefined : await client.getContractInfo({ contract });
  if (contract !== undefined && info === undefined) throw new Error(`there is no contract at ${contract}`);
  return {
    ...(address === undefined ? {} : { balance: await client.getBalance({ address }) }),
    energyPrice,
    maxFactor,
    maxFeeLimit,
    ...(info === undefined ? {} : { contract: { factor: info.energyFactor, usage: info.energyUsage } }),
  };
}

export type Facts = Awaited<ReturnType<typeof readFacts>>;
